/** One sentence for every way in which a host says no: what it means and what to do. */

/** What a sentence can name. */
export interface ErrorSubject {
  /** Name of the host as in the address: `127.0.0.1:3801`. */
  readonly host: string;
  readonly status: number;
  readonly code: string;
  /** Whether a token went along; null when that is not known. */
  readonly sentToken: boolean | null;
  readonly scope: string | null;
  readonly retryAfterMs: number | null;
}

type Text = (subject: ErrorSubject) => string;

/** Codes whose meaning is narrower than that of their status. */
const BY_CODE: ReadonlyMap<string, Text> = new Map<string, Text>([
  ['key_expired', ({ host }) => `The token for ${host} has expired. Get a new one and enter it.`],
  ['key_revoked', ({ host }) => `The token for ${host} was revoked. Get a new one and enter it.`],
  ['run_not_found', noRun],
  [
    'run_forbidden',
    ({ host }) => `${host} does not let this token see this run. Use the token of its owner.`,
  ],
  [
    'auth_elevation_required',
    ({ host }) =>
      `${host} does not take an interrupt token for this gate. Answer it by node, with a token of your own.`,
  ],
  [
    'credential_forbidden',
    ({ host }) => `${host} does not allow this kind of token here. Use one of another kind.`,
  ],
  [
    'interrupt_not_found',
    ({ host }) => `${host} knows no such interrupt. It may have been answered or removed.`,
  ],
  [
    'invalid_interrupt_token',
    ({ host }) => `${host} does not know the interrupt's token. Read the open interrupts again.`,
  ],
  ['artifact_not_found', ({ host }) => `${host} has no such artifact, or no longer.`],
  ['interrupt_already_resolved', () => 'The interrupt was answered before; this answer was not taken.'],
  ['run_already_active', ({ host }) => `${host} has such a run at work already.`],
  ['interrupt_expired', () => 'The time for an answer has run out; hosts take that for a rejection.'],
  ['interrupt_gone', () => 'The interrupt is gone, since the run or the node around it was cancelled.'],
  ['interrupt_cancelled', () => 'The interrupt was cancelled before the answer came.'],
  [
    'INVALID_RESUME_VALUE',
    ({ host }) => `${host} does not take this answer. Compare it with what is asked and its schema.`,
  ],
  ['unsupported_stream_mode', ({ host }) => `${host} does not offer this stream mode.`],
  ['fork_unsupported_mode', ({ host }) => `${host} cannot fork in this mode. Try the other one.`],
  ['fork_invalid_seq', ({ host }) => `${host} cannot fork from this sequence. Choose another event.`],
  [
    'fork_from_seq_unsupported',
    ({ host }) => `${host} replays from the beginning only. Fork from sequence 0, or branch.`,
  ],
  ['capability_not_provided', ({ host }) => `${host} does not offer this.`],
  ['capability_required', ({ host }) => `${host} needs a capability that is not there for this.`],
]);

const BY_STATUS: ReadonlyMap<number, Text> = new Map<number, Text>([
  [400, ({ host }) => `${host} does not understand the request. See what it says about it.`],
  [401, unauthenticated],
  [403, forbidden],
  [404, ({ host }) => `${host} has nothing at this address. Check the address and the run id.`],
  [405, ({ host }) => `${host} does not offer this.`],
  [409, ({ host }) => `${host} cannot do this in the state that the run is in now.`],
  [410, ({ host }) => `${host} no longer has this.`],
  [413, ({ host }) => `The request is too large for ${host}.`],
  [415, ({ host }) => `${host} does not take JSON here.`],
  [422, ({ host }) => `${host} understands the request but cannot carry it out. See what it says about it.`],
  [426, ({ host }) => `${host} wants a newer client than this one.`],
  [429, busy],
  [501, ({ host }) => `${host} does not offer this.`],
  [502, ({ host }) => `Something in front of ${host} gets no answer from it. Is the host running?`],
  [503, unavailable],
  [504, ({ host }) => `Something in front of ${host} waited in vain for its answer. Try again later.`],
  [407, () => 'A proxy between here and the host wants credentials of its own.'],
]);

/** The sentence for an answer that says no: by its code, else by its status. */
export function errorSentence(subject: ErrorSubject): string {
  const words = BY_CODE.get(subject.code) ?? BY_STATUS.get(subject.status) ?? byClass;
  return `${words(subject)} (${numberAndCode(subject)})`;
}

function numberAndCode({ status, code }: ErrorSubject): string {
  return code === `http_${status}` ? String(status) : `${status} ${code}`;
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

function busy({ host, retryAfterMs }: ErrorSubject): string {
  return `${host} has had too many requests. ${waitText(retryAfterMs)}`;
}

function unavailable({ host, retryAfterMs }: ErrorSubject): string {
  return `${host} is not available now. ${waitText(retryAfterMs)}`;
}

function waitText(ms: number | null): string {
  if (ms === null) return 'Try again later.';
  const seconds = Math.ceil(ms / 1000);
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
