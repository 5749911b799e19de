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
import { Refusal, remark } from '../verbs/complain.ts';

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

/** The host. Rejects with a `Refusal` when it cannot be reached as it is named. */
export async function readHostOptions(
  named: NamedHost,
  readVariable: (name: string) => string | undefined,
  terminal: Terminal,
): Promise<HostOptions> {
  const reading = readHostAddress(named.host);
  if (!reading.ok) throw new Refusal(reading.message);
  const { address } = reading;
  const token = named.tokenEnv === null ? reading.token : (readVariable(named.tokenEnv)?.trim() ?? '');
  if (token === '') throw new Refusal(`the environment variable ${named.tokenEnv} is empty or not set`);
  if (token !== null && !isSendableToken(token)) {
    const from = named.tokenEnv ?? 'the address';
    throw new Refusal(`${from} holds no token: it has blanks, line breaks or letters with accents`);
  }
  const authorities = await readNamedAuthorities(named.ca);
  if (isReadableOnTheWay(address.baseUrl)) remark(terminal, READABLE_ON_THE_WAY);
  const fetch = createHostFetch({ authorities: async () => authorities });
  const host = createHostConnection({ baseUrl: address.baseUrl, token: () => token, fetch });
  return { address, host, token, authorities };
}

/** The certificates of the file of `--ca`, none without one. Rejects with a `Refusal` when it cannot be read. */
export async function readNamedAuthorities(file: string | null): Promise<readonly string[]> {
  if (file === null) return [];
  const reading = await readAuthorities(file);
  if (reading.ok) return reading.certificates;
  throw new Refusal(`${file} names no certificate authority: ${reading.why}`);
}
