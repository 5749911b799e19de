import type { LoadOnceReply, LoadProblem } from '@openwop-inspector/shell-contract';
import { fileErrorCode } from '../file-problem.ts';
import type { NetworkPlace } from './network-place.ts';

/** The answer for an address from which nothing came. */
export type LoadFailure = Extract<LoadOnceReply, { kind: 'problem' }>;

export function loadFailure(reason: LoadProblem, message: string): LoadFailure {
  return { kind: 'problem', reason, message };
}

const placeWords: Readonly<Record<Exclude<NetworkPlace, 'public'>, string>> = {
  loopback: 'this machine',
  private: 'a private network',
  'link-local': 'the network at this machine alone',
  shared: 'the network of a provider',
  multicast: 'a group of machines',
  metadata: 'the metadata service of a cloud',
  reserved: 'an address that belongs to nobody',
};

/** Why a host is not asked. */
export function refusedPlace(host: string, place: NetworkPlace): LoadFailure {
  const words = place === 'public' ? 'an address that was not allowed' : placeWords[place];
  return loadFailure('refused-place', `${host} was not asked: it leads to ${words}.`);
}

/** Why a request came to nothing, told by the system's error. */
export function failedRequest(host: string, error: unknown): LoadFailure {
  const code = fileErrorCode(error) ?? '';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return loadFailure('no-such-host', `${host} was not found.`);
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/.test(code)) {
    return loadFailure('certificate', `${host} has no certificate that can be trusted (${code}).`);
  }
  if (code.startsWith('HPE_')) return loadFailure('unreachable', `${host} did not answer in HTTP.`);
  return loadFailure('unreachable', `${host} cannot be reached${code === '' ? '' : ` (${code})`}.`);
}
