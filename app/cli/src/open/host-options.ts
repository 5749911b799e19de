/** A host that the user named: its address, the token out of a variable, the authority out of a file. */
import {
  createHostConnection,
  isReadableOnTheWay,
  isSendableToken,
  READABLE_ON_THE_WAY,
  readHostAddress,
} from '@openwop-inspector/host-client';
import { createHostFetch, readAuthorities } from '@openwop-inspector/host-client/node';
import type { VerbMeans } from '../verb.ts';
import { Refusal, remark } from '../verbs/complain.ts';

/** A host whose arguments make sense. */
export type HostOptions = Awaited<ReturnType<typeof readHostOptions>>;

/**
 * The host as the user gave it: `tokenEnv` is the name of the environment variable that holds the token, `ca` a file with the
 * certificate authority. Rejects with a `Refusal` when it cannot be reached as it is named.
 */
export async function readHostOptions(
  named: string,
  { tokenEnv, ca }: { readonly tokenEnv: string | null; readonly ca: string | null },
  { readVariable, terminal }: Pick<VerbMeans, 'readVariable' | 'terminal'>,
) {
  const reading = readHostAddress(named);
  if (!reading.ok) throw new Refusal(reading.message);
  const { address } = reading;
  const token = tokenEnv === null ? reading.token : (readVariable(tokenEnv)?.trim() ?? '');
  if (token === '') throw new Refusal(`the environment variable ${tokenEnv} is empty or not set`);
  if (token !== null && !isSendableToken(token)) {
    const from = tokenEnv ?? 'the address';
    throw new Refusal(`${from} holds no token: it has blanks, line breaks or letters with accents`);
  }
  const authorities = await readNamedAuthorities(ca);
  if (isReadableOnTheWay(address.baseUrl)) remark(terminal, READABLE_ON_THE_WAY);
  const fetch = createHostFetch({ authorities: async () => authorities });
  return {
    address,
    host: createHostConnection({ baseUrl: address.baseUrl, token: () => token, fetch }),
    /** Null when none was named. */
    token,
    /** Certificates (PEM) that are trusted besides the public ones. */
    authorities,
  };
}

/** The certificates of the file of `--ca`, none without one. Rejects with a `Refusal` when it cannot be read. */
export async function readNamedAuthorities(file: string | null): Promise<readonly string[]> {
  if (file === null) return [];
  const reading = await readAuthorities(file);
  if (reading.ok) return reading.certificates;
  throw new Refusal(`${file} names no certificate authority: ${reading.why}`);
}
