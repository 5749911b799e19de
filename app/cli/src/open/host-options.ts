/** A host that the user named: its address, the token out of a variable, the authority out of a file. */
import {
  createHostConnection,
  type HostAddress,
  type HostConnection,
  isReadableOnTheWay,
  isSendableToken,
  READABLE_ON_THE_WAY,
  readHostAddress,
} from '@openwop-inspector/host-client';
import { createHostFetch, readAuthorities } from '@openwop-inspector/host-client/node';
import type { Terminal } from '../terminal/terminal.ts';
import { nothing, remark } from '../verbs/complain.ts';

/** A host whose arguments make sense. */
export interface HostOptions {
  readonly address: HostAddress;
  readonly host: HostConnection;
  /** Null when none was named. */
  readonly token: string | null;
  /** Certificates (PEM) that are trusted besides the public ones. */
  readonly authorities: readonly string[];
}

/** The host as the user gave it. */
export interface NamedHost {
  readonly host: string;
  /** Name of the environment variable that holds the token; null for none. */
  readonly tokenEnv: string | null;
  /** File with the certificate authority of the host; null for the public ones alone. */
  readonly ca: string | null;
}

/** The host; null when it cannot be reached, which has been reported. */
export async function readHostOptions(
  named: NamedHost,
  readVariable: (name: string) => string | undefined,
  terminal: Terminal,
): Promise<HostOptions | null> {
  const reading = readHostAddress(named.host);
  if (!reading.ok) return nothing(terminal, reading.message);
  const { address } = reading;
  const token = named.tokenEnv === null ? reading.token : (readVariable(named.tokenEnv)?.trim() ?? '');
  if (token === '')
    return nothing(terminal, `the environment variable ${named.tokenEnv} is empty or not set`);
  if (token !== null && !isSendableToken(token)) {
    const from = named.tokenEnv ?? 'the address';
    return nothing(terminal, `${from} holds no token: it has blanks, line breaks or letters with accents`);
  }
  const authorities = await readNamedAuthorities(named.ca, terminal);
  if (authorities === null) return null;
  if (isReadableOnTheWay(address.baseUrl)) remark(terminal, READABLE_ON_THE_WAY);
  const fetch = createHostFetch({ authorities: async () => authorities });
  const host = createHostConnection({ baseUrl: address.baseUrl, token: () => token, fetch });
  return { address, host, token, authorities };
}

/** The certificates of the file of `--ca`, none without one; null when it is not taken, which has been said. */
export async function readNamedAuthorities(
  file: string | null,
  terminal: Terminal,
): Promise<readonly string[] | null> {
  if (file === null) return [];
  const reading = await readAuthorities(file);
  if (reading.ok) return reading.certificates;
  return nothing(terminal, `${file} names no certificate authority: ${reading.why}`);
}
