import type { Finding, Place } from '../finding/index.ts';
import { type Api, ApiError } from './api.ts';
import { failureText } from './one-line.ts';
import { liveFinding } from './tenant-view.ts';

/**
 * Why the management API server cannot be asked anything; undefined if it can. An account that may not read /version is
 * let through: what it may not read is told by the check that needs it.
 */
export async function unreachable(management: Api, place: Place): Promise<Finding | undefined> {
  try {
    await management.text('/version');
    return undefined;
  } catch (error) {
    // kubectl proxy answers 502 for a server behind it that does not answer.
    if (error instanceof ApiError && error.status < 500 && error.status !== 401) return undefined;
    return unreachableFinding(error, place);
  }
}

/** The one finding of a run that cannot ask. */
export function unreachableFinding(error: unknown, place: Place): Finding {
  const said = error instanceof ApiError ? `${String(error.status)} ${error.message}` : failureText(error);
  return liveFinding('api', 'error', place, {
    problem: `the management API server cannot be asked: ${said}`,
    wanted: 'an answer of the cluster that --context, --kubeconfig or --server names',
    look: 'try kubectl get namespaces with the same context; nothing was verified',
  });
}

/** The same where kubectl was not told which cluster is meant. */
export function noContextFinding(place: Place): Finding {
  return liveFinding('api', 'error', place, {
    problem: 'the management API server cannot be asked: kubectl has no current context',
    wanted: 'an answer of the cluster that --context, --kubeconfig or --server names',
    look: 'choose one with kubectl config use-context NAME, or name it with --context or --kubeconfig; nothing was verified',
  });
}
