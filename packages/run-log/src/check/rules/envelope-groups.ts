/** Rules about the events that one envelope led to, which share its correlationId as their cause (acceptor 3.3, 8). */

import { isRecord, storedIn } from '@openwop-inspector/base';
import { clip, type Fields } from '@openwop-inspector/events';
import { FLAG } from '../../index/event-columns.ts';
import type { LogIndex } from '../../index/log-index.ts';
import type { LoadedLog } from '../../query/loaded-log.ts';
import type { RuleTell } from '../check-control.ts';
import { isEnvelopeCode } from './retry-codes.ts';
import type { RulePayloads } from './rule-payloads.ts';

/** Types that an accepted envelope is projected to. */
const PROJECTIONS: readonly string[] = ['clarification.requested', 'interrupt.requested', 'log.appended'];
/** Marks of events that an envelope led to. */
export const OF_ENVELOPE = FLAG.aboutEnvelope | FLAG.envelopeEffect;

/** The events of one correlationId so far. Ordinals are -1 for what was not seen. */
class Group {
  /** First accepted projection that may name a kind, and the kind that it names. */
  first = -1;
  kind: string | null = null;
  error = -1;
  /** The latest accepted projection of each type. */
  readonly latest: number[] = [];
  isRepeated = false;
  /** A refusal was among them: its correlationId may be used again. */
  isRefused = false;
}

/** What is known of the envelopes of one run. */
export class EnvelopeGroups {
  private readonly groups = new Map<number, Group>();
  /** The row of each envelope that names a kind and is not wanted yet; -1 where there is none. */
  private readonly wanted = new Map<number, number>();
  private isWhole = false;

  /** A new run, or one that continues behind a hole. `isWhole`: nothing can be missing before. */
  begin(isWhole: boolean): void {
    this.groups.clear();
    this.isWhole = isWhole;
  }

  /**
   * Adds to `wanted` the rows whose payload a rule may ask about, of all rows that an envelope led to, in their order: only
   * where there are two of one envelope. O(1).
   */
  want({ index, graph }: LoadedLog, row: number, wanted: number[]): void {
    if (graph === null) return;
    if (!PROJECTIONS.includes(index.typeOf(row))) return;
    const envelope = graph.parent[row] as number;
    const before = this.wanted.get(envelope);
    this.wanted.set(envelope, before === undefined ? row : -1);
    if (before === undefined) return;
    if (before >= 0) wanted.push(before);
    wanted.push(row);
  }

  /** Takes an event that an envelope led to. */
  take({ index, graph }: LoadedLog, row: number, payloads: RulePayloads, tell: RuleTell): void {
    if (graph === null || !this.isWhole) return;
    const { columns } = index;
    const type = index.typeOf(row);
    const isFailure = type === 'node.failed';
    const isRefusal = isFailure || type === 'cap.breached' || columns.has(row, FLAG.envelopeWarning);
    const projection = PROJECTIONS.indexOf(type);
    if (!isRefusal && projection < 0) return;
    const group = storedIn(this.groups, graph.parent[row] ?? -1, () => new Group());
    if (isFailure) takeFailure(group, row, payloads, tell);
    group.isRefused ||= isRefusal;
    if (isRefusal) return;
    if (columns.has(row, FLAG.envelopeError) && group.error < 0) group.error = row;
    const before = group.latest[projection] ?? -1;
    group.latest[projection] = row;
    if (before >= 0 && !group.isRepeated) takeRepeat(group, before, row, payloads, tell);
    if (type !== 'interrupt.requested') takeKind(index, group, row, payloads, tell);
  }
}

/**
 * One acceptance has one event of a type: a second one that names another interrupt or envelope is of a repeat, which
 * records nothing (acceptor 8). An envelope of another kind is a conflict instead.
 */
function takeRepeat(group: Group, before: number, row: number, payloads: RulePayloads, tell: RuleTell): void {
  const [first, second] = [namedBy(payloads.of(before)), namedBy(payloads.of(row))];
  if (first.kind !== second.kind || first.id === second.id) return;
  if (typeof first.id !== 'string' || typeof second.id !== 'string') return;
  group.isRepeated = true;
  tell.found('correlation_accepted_twice', row, tell.place(before));
}

/** The kind of an envelope, and the interrupt or envelope, that a projection names. */
function namedBy(payload: Fields) {
  const named = payload.child('fields').isObject ? payload.child('fields') : payload;
  return { kind: named.value('envelopeType'), id: named.value('interruptId') ?? named.value('envelopeId') };
}

/** Accepted envelopes alone are compared with each other: what was refused may be sent again (acceptor 8). */
function takeKind(index: LogIndex, group: Group, row: number, payloads: RulePayloads, tell: RuleTell): void {
  if (group.first < 0) {
    group.first = row;
    return;
  }
  group.kind ??= kindOf(index.typeOf(group.first), payloads.of(group.first));
  const kind = kindOf(index.typeOf(row), payloads.of(row));
  if (group.kind === null || kind === null || kind === group.kind) return;
  const [one, two] = [clip(group.kind, 80), clip(kind, 80)];
  tell.found('correlation_of_two_kinds', row, one, tell.place(group.first), two);
}

/** Kind of the accepted envelope that an event is the projection of; null when it does not say. */
function kindOf(type: string, payload: Fields): string | null {
  if (type === 'clarification.requested') return 'clarification.request';
  const fields = payload.value('fields');
  if (!isRecord(fields) || Object.hasOwn(fields, 'refusedType')) return null;
  if (typeof fields.envelopeId !== 'string' || payload.value('level') === 'warn') return null;
  return typeof fields.envelopeType === 'string' && fields.envelopeType !== '' ? fields.envelopeType : null;
}

function takeFailure(group: Group, row: number, payloads: RulePayloads, tell: RuleTell): void {
  if (group.error < 0 || group.isRefused) return;
  const payload = payloads.of(row);
  const error = payload.child('error');
  const code = error.isObject ? error.value('code') : payload.value('code');
  // An envelope of the same correlationId may have been refused since.
  if (typeof code !== 'string' || isEnvelopeCode(code) || code.startsWith('capability_')) return;
  tell.found('error_envelope_failed_node', row, tell.place(group.error));
}
