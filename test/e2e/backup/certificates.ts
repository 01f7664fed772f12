import 'reflect-metadata';
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Authority, KeyPair } from '../lab/authority.ts';

/** A certificate as cert-manager issues it for kamaji-etcd, or one that is wrong in a chosen way. */
export interface Wish {
  readonly commonName: string;
  readonly usages: readonly ('server' | 'client')[];
  readonly names?: readonly string[];
  /** Seconds from now until it ends; negative for one that has ended. Default: a day. */
  readonly lifeSeconds?: number;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

x509.cryptoProvider.set(webcrypto);

/** Issues from an EC authority. Every certificate is for 127.0.0.1 too, as the chart's are. */
export async function issue(authority: Authority, wish: Wish): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(authority.certificate);
  const end = Date.now() + (wish.lifeSeconds ?? 86_400) * 1000;
  const certificate = await x509.X509CertificateGenerator.create({
    notBefore: new Date(Math.min(Date.now(), end) - 3_600_000),
    notAfter: new Date(end),
    serialNumber: randomBytes(16).toString('hex'),
    subject: [{ CN: [wish.commonName] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await signingKey(authority),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.ExtendedKeyUsageExtension(
        wish.usages.map((usage) =>
          usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
        ),
      ),
      new x509.SubjectAlternativeNameExtension([
        ...(wish.names ?? []).map((value) => ({ type: 'dns' as const, value })),
        { type: 'ip' as const, value: '127.0.0.1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: certificate.toString('pem'), key };
}

async function signingKey(authority: Authority): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}
