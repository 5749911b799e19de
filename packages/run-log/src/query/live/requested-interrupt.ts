/** An interrupt that waits for an answer, as its event asks for it (run-events.md section 3.3). */
import {
  cutMasked,
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  words,
} from '@openwop-inspector/base';
import { clip } from '@openwop-inspector/events';
import type { LoadedLog } from '../loaded-log.ts';
import { maskedOrNull } from '../payload/json-members.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { trustOf } from '../trust/trust.ts';

/** Characters of one string that are handed out. */
const MAX_STRING = 20_000;

/** Kind that an event asks for when it does not say so itself. */
const KIND_OF_TYPE: ReadonlyMap<string, MaskedText> = new Map([
  ['approval.requested', words`approval`],
  ['clarification.requested', words`clarification`],
]);

/** Kind of an interrupt as on the wire; null when nothing states it. */
export function interruptKind(type: string, payload: unknown): MaskedText | null {
  const kind = isRecord(payload) ? (payload.kind ?? payload.reason) : undefined;
  return typeof kind === 'string' && kind !== '' ? clip(kind, 64) : (KIND_OF_TYPE.get(type) ?? null);
}

/** An interrupt that was requested and not resolved, as far as the log goes. */
export type RequestedInterrupt = Awaited<ReturnType<typeof readInterrupt>>;

/** What the event at `ordinal` asks. Reads it, and the events its trust hangs on. */
export async function readInterrupt(log: LoadedLog, ordinal: number) {
  const { index } = log;
  const payload = (await new PayloadReader(log, 1).read(ordinal))?.payload;
  const members = isRecord(payload) ? payload : {};
  const { level } = await trustOf(log, ordinal);
  return {
    /** Ordinal of `interrupt.requested`, `approval.requested`, `clarification.requested` or `node.suspended`. */
    ordinal,
    runId: index.runIdOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
    interruptId: text(members.interruptId),
    kind: interruptKind(index.typeOf(ordinal), payload),
    openedAtMs: index.timeOf(ordinal),
    timeoutMs: typeof members.timeoutMs === 'number' ? members.timeoutMs : null,
    // Older hosts put what they ask into `config`, and legacy events are it themselves.
    data: boundedCopy(members.data ?? members.config ?? payload),
    resumeSchema: maskedOrNull(members.resumeSchema),
    /** Trust of the request itself or of what caused it (`trustOf`). */
    isUntrusted: level === 'untrusted',
  };
}

function text(value: unknown): MaskedText | null {
  if (typeof value === 'string' && value !== '') return cutMasked(masker.identity(value.slice(0, 1024)), 256);
  return null;
}

/** A masked copy of a value whose long strings are cut; null for one that nests too deeply. Iterative. */
function boundedCopy(value: unknown): MaskedValue {
  const root = { value: maskedOrNull(value) };
  const pending: object[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, item] of Object.entries(holder)) {
      if (typeof item === 'string' && item.length > MAX_STRING)
        Reflect.set(holder, key, `${item.slice(0, MAX_STRING)}…`);
      else if (typeof item === 'object' && item !== null) pending.push(item);
    }
  }
  return root.value;
}
