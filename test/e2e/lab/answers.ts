import { connect } from 'node:net';

/** True if something accepts connections there. */
export function answers(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 1000 });
    const end = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });
}
