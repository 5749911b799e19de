import { X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The certificates of a file, or why it is not taken, in words that do not name the file. */
export type AuthoritiesReading =
  | { readonly ok: true; readonly certificates: readonly string[] }
  | { readonly ok: false; readonly why: string };

const MAX_BYTES = 1024 * 1024;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;

/** Reads the certificates (PEM) of authorities from a file of at most 1 MiB. Never rejects. */
export async function readAuthorities(file: string): Promise<AuthoritiesReading> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) return { ok: false, why: 'it is larger than 1 MiB' };
      return authoritiesIn(await handle.readFile('latin1'));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return { ok: false, why: code === 'ENOENT' ? 'there is no such file' : 'it cannot be read' };
  }
}

function authoritiesIn(text: string): AuthoritiesReading {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    return { ok: false, why: 'it holds a private key. Name a file with certificates alone' };
  }
  const certificates = text.match(BLOCK) ?? [];
  if (certificates.length === 0) return { ok: false, why: 'it holds no certificate in PEM form' };
  if (!certificates.every(isCertificate)) return { ok: false, why: 'a certificate in it is damaged' };
  return { ok: true, certificates };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** The error with which requests fail while the file of a named authority is not taken. */
export function authoritiesUnusable(): Error {
  return Object.assign(new Error('AUTHORITIES_UNUSABLE'), { code: 'AUTHORITIES_UNUSABLE' });
}
