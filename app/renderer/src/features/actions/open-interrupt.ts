/** Open interrupts: those listed by the host, merged with the requests recorded in the log. */
import { formatDuration, formatSeconds, member, numberAt, textAt } from '@openwop-inspector/base';
import type { OpenHostInterrupt } from '@openwop-inspector/host-client';
import type { LiveFacts, RequestedInterrupt, ResolvedInterrupt } from '@openwop-inspector/run-log';

/** One open interrupt, merged from both. */
export interface OpenInterrupt {
  /** Stable while it is the same interrupt. */
  readonly key: string;
  readonly runId: string;
  readonly nodeId: string | null;
  readonly interruptId: string | null;
  /** As on the wire. */
  readonly kind: string;
  readonly tokenRef: string | null;
  /** The request, taken out of the wrapper of some hosts (run-events 3.3). */
  readonly data: unknown;
  /** Null when there is none. */
  readonly resumeSchema: unknown;
  /** The request event; null when the log does not contain it yet. */
  readonly ordinal: number | null;
  /** By the host's clock. */
  readonly openedAtMs: number | null;
  /** When it expires, as rejected; null when that is not known. By the host's clock. */
  readonly endsAtMs: number | null;
  /** Timeout of the request, in ms; null for none. */
  readonly timeoutMs: number | null;
  /** Of the request, and of what caused it. */
  readonly isUntrusted: boolean;
}

/**
 * Joins both lists in order of request; those that only the host lists come last. `listed` is null until the host has
 * answered. Interrupts are the same by their id, else by their node.
 */
export function openInterrupts(
  listed: readonly OpenHostInterrupt[] | null,
  requested: readonly RequestedInterrupt[],
  runId: string,
): readonly OpenInterrupt[] {
  const left = new Set(listed ?? []);
  const joined = requested.map((one) => {
    const match = [...left].find((other) => one.runId === runId && isSame(one, other)) ?? null;
    if (match !== null) left.delete(match);
    return joinedOf(one, match, one.runId);
  });
  const all = [...joined, ...[...left].map((only) => joinedOf(null, only, runId))];
  return all.filter(({ key }, at) => all.findIndex((one) => one.key === key) === at);
}

function isSame(one: RequestedInterrupt, other: OpenHostInterrupt): boolean {
  if (one.interruptId !== null && other.interruptId !== null) return one.interruptId === other.interruptId;
  return one.nodeId !== null && one.nodeId === other.nodeId;
}

/**
 * What the log and the host say of an interrupt; one of the two may be missing. Without a request in the log its trust is not
 * recorded, and the data is what an agent requests: it counts as untrusted (security S-16).
 */
function joinedOf(requested: RequestedInterrupt | null, listed: OpenHostInterrupt | null, runId: string) {
  const isListedData = requested === null || saysSomething(listed?.data);
  const data = unwrapped(isListedData ? listed?.data : requested.data);
  const nodeId = requested?.nodeId ?? listed?.nodeId ?? null;
  const interruptId = requested?.interruptId ?? listed?.interruptId ?? null;
  const tokenRef = listed?.tokenRef ?? null;
  const kind = listed?.kind ?? requested?.kind ?? 'custom';
  const openedAtMs = requested?.openedAtMs ?? timeOf(listed?.createdAt ?? null);
  // Some hosts put the timeout inside the request.
  const timeoutMs =
    requested?.timeoutMs ?? numberAt((requested ?? listed)?.data, 'timeoutMs') ?? numberAt(data, 'timeoutMs');
  const counted = openedAtMs === null || timeoutMs === null ? null : openedAtMs + timeoutMs;
  const stated = timeOf(listed?.expiresAt ?? textAt(data, 'expiresAt'));
  // A node waits for one thing at a time.
  const place = nodeId ?? (requested === null ? (interruptId ?? tokenRef ?? kind) : '');
  return {
    key: `${runId} ${place}`,
    runId,
    nodeId,
    interruptId,
    kind,
    tokenRef,
    data,
    resumeSchema: listed?.resumeSchema ?? requested?.resumeSchema ?? null,
    ordinal: requested?.ordinal ?? null,
    openedAtMs,
    endsAtMs: requested === null ? (stated ?? counted) : (counted ?? stated),
    timeoutMs,
    isUntrusted: requested?.isUntrusted ?? true,
  };
}

function timeOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

function saysSomething(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length > 0;
}

/** Some hosts wrap the request as `{kind, nodeId, config}` (run-events 3.3). */
function unwrapped(data: unknown): unknown {
  const config = member(data, 'config');
  return saysSomething(config) ? config : (data ?? null);
}

/** Which address an answer goes to: the token's for external events and where no node is known (bundles 8). */
export function answerPlace({ kind, nodeId, tokenRef }: OpenInterrupt) {
  const isByToken = tokenRef !== null && (kind === 'external-event' || nodeId === null);
  return { nodeId, tokenRef: isByToken ? tokenRef : null };
}

/** True when the request is a surface, which is answered by its own buttons (envelope 7.5). */
export function asksBySurface({ data }: OpenInterrupt): boolean {
  return member(data, 'surface') !== undefined && member(data, 'catalogVersion') !== undefined;
}

/** Title of an interrupt: what is to be approved, the number of questions, or what is waited for. */
export function interruptTitle({ data, kind }: Pick<OpenInterrupt, 'data' | 'kind'>): string {
  const title = textAt(data, 'title') ?? textAt(data, 'prompt');
  switch (kind) {
    case 'approval':
      return title === null ? 'Approve' : `Approve “${title}”`;
    case 'clarification': {
      const questions = member(data, 'questions');
      const count = Array.isArray(questions) ? questions.length : 1;
      return count === 1 ? 'Answer a question' : `Answer ${count} questions`;
    }
    default:
      return title ?? textAt(data, 'eventType') ?? textAt(data, 'customKind') ?? 'An answer is waited for';
  }
}

/** Number of votes, where the data has it; null where it does not. */
export function votesGiven(data: unknown): number | null {
  const votes = member(data, 'votes');
  if (Array.isArray(votes)) return votes.filter((vote) => textAt(vote, 'action') !== 'reject').length;
  const accepts = member(member(data, 'ledger'), 'accepts');
  return Array.isArray(accepts) ? accepts.length : numberAt(member(data, 'quorumProgress'), 'granted');
}

export type AnswerStanding =
  /** Resolved by the event that ended the waiting at its node. */
  | { readonly kind: 'resolved'; readonly by: ResolvedInterrupt }
  | { readonly kind: 'run-ended'; readonly status: string }
  /** Neither the log nor the host lists it as open. */
  | { readonly kind: 'not-open' };

/** How the interrupt at a node of a run was closed; only for one that is no longer open. */
export function answerStanding(
  facts: LiveFacts | null,
  { runId, nodeId }: { readonly runId: string; readonly nodeId: string | null },
): AnswerStanding {
  const by = facts?.resolved.findLast((one) => one.runId === runId && one.nodeId === nodeId);
  if (by !== undefined) return { kind: 'resolved', by };
  const run = facts?.runs.find((each) => each.runId === runId);
  return run?.isTerminal === true ? { kind: 'run-ended', status: run.status } : { kind: 'not-open' };
}

/** How long an interrupt waits. */
export type Waiting = Pick<OpenInterrupt, 'openedAtMs' | 'endsAtMs' | 'timeoutMs'>;

/** "open 1 min 12 s, no timeout", at a moment by the host's clock; for a disconnected run at its last contact. */
export function openText(waiting: Waiting, nowMs: number, isHeard: boolean): string {
  const { openedAtMs, endsAtMs, timeoutMs } = waiting;
  const since = openedAtMs === null ? 'open' : `open ${formatSeconds(nowMs - openedAtMs)}`;
  if (!isHeard) return `${since} when last heard of`;
  if (endsAtMs === null) {
    return timeoutMs === null
      ? `${since}, no timeout`
      : `${since}, rejected after ${formatDuration(timeoutMs)}`;
  }
  const left = endsAtMs - nowMs;
  return left > 0 ? `${since}, rejected in ${formatSeconds(left)}` : `${since}, its time is over`;
}
