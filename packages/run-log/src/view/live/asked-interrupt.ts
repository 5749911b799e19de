/** An interrupt that waits for an answer, as its event asks for it (run-events.md section 3.3). */
import {
  cutMasked,
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  words,
} from '@openwop-inspector/base';
import type { InterruptAsked } from '../../live-answers.ts';
import { isTooDeep } from '../json/too-deep.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../read-payload.ts';
import { shown } from '../summaries/fields.ts';
import { trustOf } from '../trust.ts';
import { boundedCopy } from './bounded-copy.ts';

/** Kind that an event asks for when it does not say so itself. */
const KIND_OF_TYPE: ReadonlyMap<string, MaskedText> = new Map([
  ['approval.requested', words`approval`],
  ['clarification.requested', words`clarification`],
]);

/** Kind of an interrupt as on the wire; null when nothing tells it. */
export function interruptKind(type: string, payload: unknown): MaskedText | null {
  const kind = isRecord(payload) ? (payload.kind ?? payload.reason) : undefined;
  if (typeof kind === 'string' && kind !== '') return shown(kind, 64);
  return KIND_OF_TYPE.get(type) ?? null;
}

/** What the event at `ordinal` asks. Reads it, and the events its trust hangs on. */
export async function askedInterrupt(log: LoadedLog, ordinal: number): Promise<InterruptAsked> {
  const { columns, nodes, runs, types } = log.index;
  const payload = (await new PayloadReader(log, 1).read(ordinal))?.payload;
  const members = isRecord(payload) ? payload : {};
  const type = types.textOf(columns.type[ordinal] as number);
  const node = columns.node[ordinal] as number;
  const time = columns.time[ordinal] as number;
  const trust = await trustOf(log, ordinal);
  return {
    ordinal,
    runId: runs.shownOf(columns.run[ordinal] as number),
    nodeId: node === 0 ? null : nodes.shownOf(node),
    interruptId: text(members.interruptId),
    kind: interruptKind(type, payload),
    askedAtMs: Number.isNaN(time) ? null : time,
    timeoutMs: typeof members.timeoutMs === 'number' ? members.timeoutMs : null,
    // Older hosts put what they ask into `config`, and legacy events are it themselves.
    data: boundedCopy(members.data ?? members.config ?? payload),
    resumeSchema: schemaOf(members),
    isUntrusted: trust.level === 'untrusted',
    taintFrom: trust.source?.ordinal ?? -1,
  };
}

function schemaOf({ resumeSchema }: Record<string, unknown>): MaskedValue {
  return resumeSchema === undefined || isTooDeep(resumeSchema) ? null : masker.value(resumeSchema).value;
}

function text(value: unknown): MaskedText | null {
  return typeof value === 'string' && value !== ''
    ? cutMasked(masker.identity(value.slice(0, 1024)), 256)
    : null;
}
