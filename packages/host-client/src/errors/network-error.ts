/** Requests that got no answer: what the system says, in words. */
import { member } from '@openwop-inspector/base';
import type { HostError, HostErrorKind } from '../answers/host-error.ts';

const SLOW = '{host} did not answer in time. Check the address and the network, or try again.';

/** What the codes of the system mean, by kind; `{host}` is the name of the host. */
const TABLE: readonly (readonly [HostErrorKind, words: Readonly<Record<string, string>>])[] = [
  [
    'unreachable',
    {
      ECONNREFUSED: 'Nothing answers at {host}. Is the host running, and is the port right?',
      'ENOTFOUND EAI_AGAIN EAI_NODATA':
        'No host has the name {host}. Check the address, and whether a VPN is needed.',
      'ECONNRESET EPIPE ECONNABORTED UND_ERR_SOCKET':
        '{host} closed the connection before it had answered. Is it running well, and is http or https right?',
      'EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EACCES':
        'There is no way to {host} from here. Check the network, and whether a VPN is needed.',
    },
  ],
  ['out-of-time', { 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT': SLOW }],
  [
    'certificate',
    {
      'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
        'The certificate of {host} is not trusted: no known authority has signed it. Name the file of its authority: in the window at the host, for the command line by --ca.',
      CERT_HAS_EXPIRED: 'The certificate of {host} has run out. It has to be renewed there.',
      CERT_NOT_YET_VALID: 'The certificate of {host} is not valid yet. Check the clock of this computer.',
      ERR_TLS_CERT_ALTNAME_INVALID:
        'The certificate that answers at {host} is for another name. Use the name it is for.',
      AUTHORITIES_UNUSABLE:
        'The file with the certificate authority for {host} cannot be used any more. Nothing was sent. Choose it again.',
      'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG':
        '{host} does not speak TLS at this port. If it is meant to, check the port; else use http.',
    },
  ],
  [
    'not-understood',
    {
      'UNKNOWN_PACKING Z_DATA_ERROR Z_BUF_ERROR':
        'The answer of {host} is packed in a way that cannot be read, or its packed data is damaged.',
    },
  ],
];

const CAUSES = new Map(
  TABLE.flatMap(([kind, rows]) =>
    Object.entries(rows).flatMap(([codes, words]) =>
      codes.split(' ').map((code) => [code, { kind, words }] as const),
    ),
  ),
);

/** What a code means that is not in the table. */
function causeOf(code: string): { readonly kind: HostErrorKind; readonly words: string } {
  const known = CAUSES.get(code);
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) {
    const words = 'What answers at {host} does not speak HTTP. Check the port, and http or https.';
    return { kind: 'not-understood', words };
  }
  if (/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO/.test(code))
    return { kind: 'certificate', words: `The secure connection to {host} cannot be made (${code}).` };
  return { kind: 'unreachable', words: '{host} cannot be reached.' };
}

/**
 * A rejected fetch as an error. Only the code is taken from it: its words may repeat the request. `ErrorOptions.cause`
 * holds the code in Node; where several addresses were tried, the first one counts.
 */
export function networkError(thrown: unknown, host: string): HostError {
  const code = errorCodeIn(thrown);
  const { kind, words } = causeOf(code);
  return withoutAnswer(kind, code, named(words, host));
}

/** Words about a host, with its name. */
export function named(words: string, host: string): string {
  return words.replace('{host}', () => host);
}

/** Code of a rejected fetch or body, which may stand some causes deep; `NO_CONNECTION` when there is none. */
export function errorCodeIn(thrown: unknown): string {
  let at: unknown = thrown;
  for (let depth = 0; depth < 5 && at !== undefined; depth++) {
    const code = member(at, 'code');
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(code)) return code;
    const several = member(at, 'errors');
    at = member(at, 'cause') ?? (Array.isArray(several) ? several[0] : undefined);
  }
  return 'NO_CONNECTION';
}

/** An error without an answer of the host behind it. */
export function withoutAnswer(kind: HostErrorKind, code: string, message: string): HostError {
  return {
    kind,
    status: null,
    code,
    message,
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
}

/** Our own time for an answer has run out. */
export function outOfTime(host: string): HostError {
  return withoutAnswer('out-of-time', 'OUT_OF_TIME', named(SLOW, host));
}

/** The person has called the request off. */
export function calledOff(): HostError {
  return withoutAnswer('cancelled', 'CALLED_OFF', 'The request was called off.');
}
