import 'reflect-metadata';
import { generateKeyPairSync, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** What a certificate is for: `commonName` and `organizations` are the Kubernetes user and groups of a client. */
export interface Subject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
}

/** A certificate authority that lives as long as the lab. */
export interface Authority extends KeyPair {
  issue(subject: Subject): Promise<KeyPair>;
}

/** RSA where the reader insists on it: Kamaji parses the key of a DataStore's CA as PKCS#1 only. */
type Algorithm = 'ec' | 'rsa';

const year = 365 * 24 * 3600 * 1000;
const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const;

x509.cryptoProvider.set(webcrypto);

/** A fresh self-signed CA. */
export async function createAuthority(name: string, algorithm: Algorithm = 'ec'): Promise<Authority> {
  const keys = await generate(algorithm);
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(),
    serialNumber: randomBytes(16).toString('hex'),
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithms[algorithm],
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificate: root.toString('pem'),
    key: privatePem(keys.privateKey, algorithm),
    issue: (subject) => issue(root, keys.privateKey, algorithm, subject),
  };
}

async function issue(
  root: x509.X509Certificate,
  signingKey: webcrypto.CryptoKey,
  algorithm: Algorithm,
  { commonName, organizations = [], names = [], addresses = [] }: Subject,
): Promise<KeyPair> {
  const keys = await generate(algorithm);
  const alternatives = [
    ...names.map((value) => ({ type: 'dns' as const, value })),
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(),
    serialNumber: randomBytes(16).toString('hex'),
    subject: [{ CN: [commonName] }, ...organizations.map((organization) => ({ O: [organization] }))],
    issuer: root.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithms[algorithm],
    extensions: [
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        x509.ExtendedKeyUsage.clientAuth,
      ]),
      ...(alternatives.length > 0 ? [new x509.SubjectAlternativeNameExtension(alternatives)] : []),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: privatePem(keys.privateKey, algorithm) };
}

/** A key pair for signing ServiceAccount tokens; PEM. */
export function signingKeys(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
}

const generate = (algorithm: Algorithm): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithms[algorithm], true, ['sign', 'verify']);

function validity(): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + year) };
}

function privatePem(key: webcrypto.CryptoKey, algorithm: Algorithm): string {
  const type = algorithm === 'rsa' ? 'pkcs1' : 'pkcs8';
  return KeyObject.from(key).export({ type, format: 'pem' }).toString();
}
