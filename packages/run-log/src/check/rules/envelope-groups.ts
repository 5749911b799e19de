/** Rules about the events that one envelope led to, which share its correlationId as their cause (acceptor 3.3, 7, 8). */
import { isRecord } from '@openwop-inspector/base';
import { shown } from '@openwop-inspector/events';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../../view/loaded-log.ts';
import type { PayloadReader } from '../../view/read-payload.ts';
import { isEnvelopeCode } from './retry-codes.ts';
import type { RuleTell } from './rule-tell.ts';

/** Types that an accepted envelope is projected to. */
const PROJECTIONS: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'log.appended',
]);
/** Marks of events that an envelope led to. */
const OF_ENVELOPE = FLAG.aboutEnvelope | FLAG.envelopeEffect;
const ADVANCING: ReadonlySet<unknown> = new Set(['accept', 'edit-accept']);

/** The events of one correlationId so far. Ordinals are -1 for what was not seen. */
interface Group {
  untrusted: number;
  plain: number;
  /** First accepted projection that tells a kind, once it has been read. */
  first: number;
  kind: string | null;
  error: number;
  /** A refusal was among them: its correlationId may be used again, with other trust. */
  isRefused: boolean;
}

/** What is known of the envelopes of one run. */
export class EnvelopeGroups {
  private readonly groups = new Map<number, Group>();
  private isWhole = false;

  /** A new run, or one that goes on behind a hole. `isWhole`: nothing can be missing before. */
  begin(isWhole: boolean): void {
    this.groups.clear();
    this.isWhole = isWhole;
  }

  /** True for an event that a rule asks about. O(1). */
  mayTake({ index, graph }: LoadedLog, row: number): boolean {
    if (graph === null || !this.isWhole) return false;
    const rule = graph.rule[row];
    if (rule === RULE.correlationId) {
      if (((index.columns.flags[row] as number) & OF_ENVELOPE) !== 0) return true;
      const type = index.typeOf(row);
      return type === 'node.failed' || type === 'approval.received';
    }
    return rule === RULE.eventId && index.typeOf(row) === 'approval.received';
  }

  /** Takes an event of which `mayTake` holds. Reads one or two events. */
  async take(log: LoadedLog, row: number, reader: PayloadReader, tell: RuleTell): Promise<void> {
    const type = log.index.typeOf(row);
    if (type === 'approval.received') return takeApproval(log, row, reader, tell);
    const group = this.groupOf(log.graph?.parent[row] ?? -1);
    const flags = log.index.columns.flags[row] as number;
    if (type === 'node.failed') await takeFailure(group, row, reader, tell);
    if (type === 'node.failed' || type === 'cap.breached' || (flags & FLAG.envelopeWarning) !== 0) {
      group.isRefused = true;
      return;
    }
    if (!PROJECTIONS.has(type)) return;
    if ((flags & FLAG.envelopeError) !== 0 && group.error < 0) group.error = row;
    takeTrust(group, row, (flags & FLAG.untrusted) !== 0, tell);
    if (type !== 'interrupt.requested') await takeKind(log, group, row, reader, tell);
  }

  private groupOf(envelope: number): Group {
    let group = this.groups.get(envelope);
    if (group === undefined) {
      group = { untrusted: -1, plain: -1, first: -1, kind: null, error: -1, isRefused: false };
      this.groups.set(envelope, group);
    }
    return group;
  }
}

function takeTrust(group: Group, row: number, isUntrusted: boolean, tell: RuleTell): void {
  const other = isUntrusted ? group.plain : group.untrusted;
  if (other >= 0 && !group.isRefused) {
    const [lost, from] = isUntrusted ? [other, row] : [row, other];
    tell.found(
      'trust_lost_on_sibling',
      `The event ${tell.place(from)} of the same envelope is untrusted; this one would have been untrusted as well`,
      lost,
      '/contentTrust',
    );
    group.isRefused = true;
  }
  if (isUntrusted) group.untrusted = row;
  else group.plain = row;
}

/** Accepted envelopes alone are held against each other: what was refused may be sent again (acceptor 8). */
async function takeKind(
  log: LoadedLog,
  group: Group,
  row: number,
  reader: PayloadReader,
  tell: RuleTell,
): Promise<void> {
  if (group.first < 0) {
    group.first = row;
    return;
  }
  group.kind ??= await kindOf(log, group.first, reader);
  const kind = await kindOf(log, row, reader);
  if (group.kind === null || kind === null || kind === group.kind) return;
  const [one, two] = [shown(group.kind, 80), shown(kind, 80)];
  tell.found(
    'correlation_of_two_kinds',
    `An envelope of the kind ${one} was accepted by this correlationId ${tell.place(group.first)}; ${two} would have been refused`,
    row,
    '/causationId',
  );
}

/** Kind of the accepted envelope that an event is the projection of; null when it does not say. */
async function kindOf(log: LoadedLog, row: number, reader: PayloadReader): Promise<string | null> {
  if (log.index.typeOf(row) === 'clarification.requested') return 'clarification.request';
  const payload = await reader.fields(row);
  const fields = payload.value('fields');
  if (!isRecord(fields) || Object.hasOwn(fields, 'refusedType')) return null;
  if (typeof fields.envelopeId !== 'string' || payload.value('level') === 'warn') return null;
  return typeof fields.envelopeType === 'string' && fields.envelopeType !== '' ? fields.envelopeType : null;
}

async function takeFailure(group: Group, row: number, reader: PayloadReader, tell: RuleTell): Promise<void> {
  if (group.error < 0 || group.isRefused) return;
  const payload = await reader.fields(row);
  const error = payload.child('error');
  const code = error.isObject ? error.value('code') : payload.value('code');
  // An envelope of the same correlationId may have been refused since.
  if (typeof code !== 'string' || isEnvelopeCode(code) || code.startsWith('capability_')) return;
  tell.found(
    'error_envelope_failed_node',
    `The cause is the error envelope that was accepted ${tell.place(group.error)}; the node would have gone on`,
    row,
    '/causationId',
  );
}

/** An answer by a person may have an untrusted question as its cause: what counts is that it came from an envelope. */
async function takeApproval(
  log: LoadedLog,
  row: number,
  reader: PayloadReader,
  tell: RuleTell,
): Promise<void> {
  const { index, graph } = log;
  if (graph === null) return;
  const { flags } = index.columns;
  const isEnvelope = graph.rule[row] === RULE.correlationId;
  const parent = graph.parent[row] ?? -1;
  const cause = isEnvelope ? (graph.envelopes[parent - graph.base]?.firstEvent ?? -1) : parent;
  if (cause < 0 || (!isEnvelope && index.typeOf(cause) !== 'ui.a2ui-surface')) return;
  const deciding = isEnvelope ? row : cause;
  if (((flags[deciding] as number) & FLAG.untrusted) === 0) return;
  const action = (await reader.fields(row)).value('action');
  if (!ADVANCING.has(action)) return;
  const what = isEnvelope ? 'an untrusted envelope, first seen' : 'the untrusted surface';
  tell.found(
    'untrusted_resumed_approval',
    `The cause is ${what} ${tell.place(cause)}; it would have been refused with untrusted_content_blocks_approval`,
    row,
  );
}
