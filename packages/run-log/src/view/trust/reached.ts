/** What untrusted content reached, and whether the host did as the protocol asks (acceptor 7, security S-16). */
import { isRecord, type MaskedText, words } from '@openwop-inspector/base';
import type { Fields } from '@openwop-inspector/events';
import { RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { ReachedKind, TaintVerdict } from '../../taint-answers.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../read-payload.ts';
import { isUntrusted } from './taint.ts';

const KINDS: Readonly<Record<string, ReachedKind>> = {
  'approval.requested': 'approval',
  'approval.received': 'decision',
  'approval.granted': 'decision',
  'approval.rejected': 'decision',
  'approval.overridden': 'decision',
  'interrupt.resolved': 'decision',
  'node.interrupt.resolved': 'decision',
  'interrupt.requested': 'interrupt',
  'clarification.requested': 'interrupt',
  'agent.toolCalled': 'tool',
  'ui.a2ui-surface': 'surface',
};

/** What happens at a place, in words. */
export const REACHED_WORDS: Readonly<Record<ReachedKind, string>> = {
  approval: 'an approval is asked',
  decision: 'an approval is decided',
  interrupt: 'a person is asked',
  refusal: 'an envelope is refused',
  tool: 'a tool is called',
  surface: 'a surface is shown',
};

const ADVANCING: ReadonlySet<unknown> = new Set(['accept', 'edit-accept']);

/** True for the answer to an approval, `approval.received` or `interrupt.resolved`, that lets the run go on (RFC 0030). */
export function letsRunGoOn(type: string, payload: Fields): boolean {
  if (type === 'approval.received') return ADVANCING.has(payload.value('action'));
  const answer = payload.child('resumeValue');
  const action = answer.isObject ? answer.value('action') : payload.value('resumeValue');
  return payload.value('kind') === 'approval' && ADVANCING.has(action);
}

const BLOCKED = 'untrusted_content_blocks_approval';

const byType = new WeakMap<LoadedLog['index'], (ReachedKind | null)[]>();

/** What kind of place an event is that untrusted content reached; null for none of them. O(1). */
export function reachedKind({ index }: LoadedLog, row: number): ReachedKind | null {
  let kinds = byType.get(index);
  if (kinds === undefined) {
    kinds = [];
    byType.set(index, kinds);
  }
  const type = index.columns.type[row] as number;
  if (kinds[type] === undefined) kinds[type] = KINDS[index.types.textOf(type)] ?? null;
  const isWarning = ((index.columns.flags[row] as number) & FLAG.envelopeWarning) !== 0;
  return kinds[type] ?? (isWarning ? 'refusal' : null);
}

export interface Judged {
  readonly verdict: TaintVerdict;
  readonly clause: MaskedText;
  readonly why: MaskedText;
}

const TRUST = words`acceptor 7`;
const FRAME = words`security S-16`;

/**
 * What the protocol asks of a place, held against what was recorded; null for a refusal of another reason, and for the end of
 * an interrupt that is no approval.
 */
export async function judgeReached(
  log: LoadedLog,
  row: number,
  kind: ReachedKind,
  reader: PayloadReader,
): Promise<Judged | null> {
  switch (kind) {
    case 'decision':
      return judgeDecision(log, row, reader);
    case 'refusal':
      return (await isBlocked(row, reader))
        ? {
            verdict: 'agrees',
            clause: TRUST,
            why: words`by untrusted_content_blocks_approval, as it has to be`,
          }
        : null;
    case 'tool':
      return {
        verdict: 'unknown',
        clause: words`security mcp-server-untrusted-args`,
        why: words`that its arguments were checked against the tool's schema is not recorded`,
      };
    default:
      return judgeMark(log, row, kind);
  }
}

/** What is put before a person has to say that it is untrusted. */
function judgeMark(log: LoadedLog, row: number, kind: ReachedKind): Judged {
  const clause = kind === 'surface' ? FRAME : TRUST;
  if (isUntrusted(log.index, row))
    return {
      verdict: 'agrees',
      clause,
      why: words`it says that it is untrusted, so that it is framed as such`,
    };
  if (log.graph?.rule[row] === RULE.correlationId && hasUntrustedSibling(log, row))
    return {
      verdict: 'deviates',
      clause: TRUST,
      why: words`another event of its envelope is untrusted, and it does not say so: the mark is lost`,
    };
  return {
    verdict: 'unknown',
    clause,
    why: words`it does not say whether it is trusted; contentTrust would tell`,
  };
}

/** Events looked at before and after one for others of its envelope. */
const SIBLINGS = 64;

/** Another event of the envelope that is untrusted. Behind a refusal its correlationId may be that of another envelope. */
function hasUntrustedSibling({ index, graph }: LoadedLog, row: number): boolean {
  const { flags } = index.columns;
  const parent = graph?.parent;
  if (parent === undefined) return false;
  for (const step of [-1, 1]) {
    for (let other = row + step, left = SIBLINGS; other >= 0 && left > 0; other += step, left--) {
      if (other >= index.columns.length) break;
      if (parent[other] !== parent[row]) continue;
      if (((flags[other] as number) & FLAG.envelopeWarning) !== 0) break;
      if (index.trustOf(other) === 'untrusted') return true;
    }
  }
  return false;
}

async function judgeDecision(
  { index, graph }: LoadedLog,
  row: number,
  reader: PayloadReader,
): Promise<Judged | null> {
  const type = index.typeOf(row);
  const isInterrupt = type.endsWith('interrupt.resolved');
  const payload = await reader.fields(row);
  if (isInterrupt && payload.value('kind') !== 'approval') return null;
  const parent = graph?.parent[row] ?? -1;
  const ofEnvelope = graph?.rule[row] === RULE.correlationId;
  const ofSurface = !ofEnvelope && parent >= 0 && index.typeOf(parent) === 'ui.a2ui-surface';
  if (!ofEnvelope && !ofSurface)
    return {
      verdict: graph?.rule[row] === RULE.eventId ? 'agrees' : 'unknown',
      clause: TRUST,
      why:
        graph?.rule[row] === RULE.eventId
          ? words`no envelope and no surface decided: the cause is another event`
          : words`what decided is not recorded; its causationId would tell`,
    };
  if (type !== 'approval.received' && !isInterrupt)
    return { verdict: 'unknown', clause: TRUST, why: words`the log does not tell whose answer this was` };
  if (!letsRunGoOn(type, payload))
    return { verdict: 'agrees', clause: TRUST, why: words`the answer did not let the run go on` };
  const isMarked = index.trustOf(ofEnvelope ? row : parent) === 'untrusted';
  const what = ofEnvelope ? words`envelope` : words`surface`;
  return isMarked
    ? {
        verdict: 'deviates',
        clause: TRUST,
        why: words`an untrusted ${what} let the run go on; it would have been refused: untrusted_content_blocks_approval`,
      }
    : {
        verdict: 'unknown',
        clause: TRUST,
        why: words`the ${what} that decided does not say whether it is trusted`,
      };
}

async function isBlocked(row: number, reader: PayloadReader): Promise<boolean> {
  const payload = await reader.fields(row);
  const fields = payload.value('fields');
  const told = isRecord(fields) ? [fields.reason, fields.code] : [];
  return [...told, payload.value('reason'), payload.value('code')].includes(BLOCKED);
}
