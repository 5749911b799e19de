/** Requests that failed, each as one understandable message: what the system says, and answers that say no. */
import { countAt, type JsonObject, masker, member, shortened, textAt } from '@openwop-inspector/base';
import { readErrorBody } from '@openwop-inspector/protocol';
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
const named = (words: string, host: string): string => words.replace('{host}', () => host);

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

// Answers that say no, with the raw answer at hand.

/** What is known about the request next to the answer. */
interface RequestFacts {
  /** Name of the host as in the address, with its port: `127.0.0.1:3801`. */
  readonly host: string;
  /** Whether a token went along; null when that is not known. */
  readonly sentToken: boolean | null;
  readonly nowMs: number;
  /** Hides the token of the connection. */
  readonly mask: (text: string) => string;
}

const MAX_MESSAGE = 500;
const MAX_BODY = 65_536;
const OF_WEB_PAGE = ' The answer is a web page: something in front of the host speaks, not the host.';

/** Reads an answer with a status that says no (bundles-and-transport.md section 5.1). Never throws. */
export function statusError(
  answer: { readonly status: number; readonly headers: Headers; readonly body: string },
  facts: RequestFacts,
): HostError {
  const { status, headers, body } = answer;
  const reported = readErrorBody(body);
  const code = facts.mask(reported.code ?? `http_${status}`);
  const wait = retryAfterMs(headers, reported.details, facts.nowMs);
  const sentence = errorSentence({ ...facts, status, code, scope: reported.scope, retryAfterMs: wait });
  const cut = (text: string | null, units: number) =>
    text === null ? null : shortened(facts.mask(masker.text(text)), units);
  return {
    kind: 'status',
    status,
    code,
    message: facts.mask(`${sentence}${reported.isWebPage ? OF_WEB_PAGE : ''}`),
    hostMessage: cut(reported.message, MAX_MESSAGE),
    retryAfterMs: wait,
    correlationId: status >= 500 ? cut(textAt(reported.details, 'correlationId'), 128) : null,
    rawBody: rawBodyOf(body, facts.mask),
  };
}

/** A body as it may be displayed: masked, then cut. */
export function rawBodyOf(body: string, mask: (text: string) => string): string {
  return shortened(mask(masker.json(body).text), MAX_BODY);
}

/** Nobody is made to wait longer than this. */
const MAX_MS = 24 * 3600 * 1000;

/**
 * From the header `Retry-After`, in seconds or as a date, or from `details.retryAfterMs` (section 5.1). A date is
 * compared with the host's own clock when the answer has it, so that a wrong clock here or there does not matter.
 */
function retryAfterMs(headers: Headers, details: JsonObject, nowMs: number): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const fromHeader = ofHeader(headers.get('retry-after'), Number.isNaN(date) ? nowMs : date);
  const ms = fromHeader ?? countAt(details, 'retryAfterMs');
  return ms === null ? null : Math.min(ms, MAX_MS);
}

function ofHeader(text: string | null, nowMs: number): number | null {
  if (text === null || text.trim() === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.ceil(seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** What a sentence can name. */
interface ErrorSubject extends Pick<RequestFacts, 'host' | 'sentToken'> {
  readonly status: number;
  readonly code: string;
  readonly scope: string | null;
  readonly retryAfterMs: number | null;
}

/** `{host}` is the name of the host, `{wait}` says when to try again. */
type Text = string | ((subject: ErrorSubject) => string);

/** Codes whose meaning is narrower than that of their status. */
const BY_CODE: Readonly<Record<string, Text>> = {
  key_expired: 'The token for {host} has expired. Get a new one and enter it.',
  key_revoked: 'The token for {host} was revoked. Get a new one and enter it.',
  run_not_found: noRun,
  run_forbidden: '{host} does not let this token see this run. Use the token of its owner.',
  auth_elevation_required:
    '{host} does not take an interrupt token for this gate. Answer it by node, with a token of your own.',
  credential_forbidden: '{host} does not allow this kind of token here. Use one of another kind.',
  interrupt_not_found: '{host} knows no such interrupt. It may have been answered or removed.',
  invalid_interrupt_token: "{host} does not know the interrupt's token. Read the open interrupts again.",
  artifact_not_found: '{host} has no such artifact, or no longer.',
  interrupt_already_resolved: 'The interrupt was answered before; this answer was not taken.',
  run_already_active: '{host} has such a run at work already.',
  interrupt_expired: 'The time for an answer has run out; hosts take that for a rejection.',
  interrupt_gone: 'The interrupt is gone, since the run or the node around it was cancelled.',
  interrupt_cancelled: 'The interrupt was cancelled before the answer came.',
  INVALID_RESUME_VALUE: '{host} rejects this answer. Compare it with the question and its schema.',
  unsupported_stream_mode: '{host} does not offer this stream mode.',
  fork_unsupported_mode: '{host} cannot fork in this mode. Try the other one.',
  fork_invalid_seq: '{host} cannot fork from this sequence. Choose another event.',
  fork_from_seq_unsupported: '{host} replays from the beginning only. Fork from sequence 0, or branch.',
  run_terminal: 'The run on {host} has ended, so that this is no longer possible.',
  run_state_conflict: '{host} cannot do this in the state that the run is in now.',
  fork_point_invalid: '{host} cannot fork from this sequence. Choose another event.',
  id_tenant_mismatch:
    'The run is of another tenant than the token for {host}. Check the run id and the token.',
  interrupt_token_invalid: "{host} does not know the interrupt's token. Read the open interrupts again.",
  protocol_version_unsupported: '{host} no longer speaks the version that it named. Attach again.',
  protocol_version_mismatch: '{host} speaks another major version at this address. Attach again.',
  capability_not_provided: '{host} does not offer this.',
  capability_required: '{host} needs a capability that is not there for this.',
};

const BY_STATUS: Readonly<Record<number, Text>> = {
  400: '{host} does not understand the request. See what it says about it.',
  401: unauthenticated,
  403: forbidden,
  404: '{host} has nothing at this address. Check the address and the run id.',
  405: '{host} does not offer this.',
  409: '{host} cannot do this in the state that the run is in now.',
  410: '{host} no longer has this.',
  413: 'The request is too large for {host}.',
  415: '{host} does not take JSON here.',
  422: '{host} understands the request but cannot carry it out. See what it says about it.',
  426: '{host} wants a newer client than this one.',
  429: '{host} has had too many requests. {wait}',
  501: '{host} does not offer this.',
  502: 'Something in front of {host} gets no answer from it. Is the host running?',
  503: '{host} is not available now. {wait}',
  504: 'Something in front of {host} waited in vain for its answer. Try again later.',
  407: 'A proxy between here and the host wants credentials of its own.',
};

/** The sentence for an answer that says no: by its code, else by its status. */
function errorSentence(subject: ErrorSubject): string {
  const byCode = Object.hasOwn(BY_CODE, subject.code) ? BY_CODE[subject.code] : undefined;
  const words = byCode ?? BY_STATUS[subject.status] ?? byClass;
  const wait = () => {
    if (subject.retryAfterMs === null) return 'Try again later.';
    const seconds = Math.ceil(subject.retryAfterMs / 1000);
    return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  };
  const sentence =
    typeof words === 'string' ? named(words.replace('{wait}', wait), subject.host) : words(subject);
  const { status, code } = subject;
  return `${sentence} (${code === `http_${status}` ? status : `${status} ${code}`})`;
}

function byClass({ host, status }: ErrorSubject): string {
  if (status >= 500) return `${host} has failed. Try again, or look at its log.`;
  if (status >= 400) return `${host} refuses the request.`;
  return `${host} gave an answer that the protocol does not know here.`;
}

function unauthenticated({ host, sentToken }: ErrorSubject): string {
  if (sentToken === false) return `${host} wants a token. Enter one.`;
  return `${host} does not accept the token. Enter another one.`;
}

/** Hosts that also answer strangers say this of a token that they do not know, too. */
function noRun({ host, sentToken }: ErrorSubject): string {
  const token = sentToken === false ? 'or enter a token' : 'and that the token is right';
  return `${host} has no run with this id. Check the id, ${token}.`;
}

function forbidden({ host, sentToken, scope }: ErrorSubject): string {
  if (scope !== null) return `The token for ${host} lacks the scope ${scope}. Use one that has it.`;
  if (sentToken === false) return `${host} does not allow this without a token. Enter one.`;
  return `${host} knows the token but does not allow this. Use one with more scopes.`;
}
