/** The three sources of reasoning around one event, side by side and never merged (envelope 5). */
import type { MaskedText } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { envelopesIn, type FoundEnvelope } from './found-envelopes/envelopes-in-event.ts';
import { foundEnvelopes } from './found-envelopes.ts';
import { type LoadedLog, standing } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';
import { agentEntries } from './reasoning/agent-entries.ts';
import { promptText } from './reasoning/prompt-text.ts';
import { entryOf, type ReasoningEntry } from './reasoning/reasoning-entry.ts';
import { turnRows } from './reasoning/turn-rows.ts';
import { isUntrusted } from './trust/taint.ts';

/** Events read for one answer, and of these envelopes and prompts. */
const EVENTS_READ = 3_000;
const MAX_ENVELOPES = 16;
const MAX_PROMPTS = 8;

/** What was thought and asked around one event: same run, same node, same turn. */
export interface ReasoningMoment {
  readonly nodeId: MaskedText | null;
  readonly timeMs: number | null;
  /** `payload.reasoning` of envelopes. */
  readonly payload: readonly ReasoningEntry[];
  /** `agent.reasoning.delta` put together, and `agent.reasoned`. */
  readonly agent: readonly ReasoningEntry[];
  /** `prompt.composed`: what the host says about the prompt. */
  readonly prompt: readonly ReasoningEntry[];
}

/**
 * What was thought and asked in the turn of an event: `payload.reasoning` of the envelope the event holds or stands for
 * and of others recorded in the turn, what agents reasoned, and the prompts. Null when there is nothing of the kind, for
 * an event that is not held and while the causal graph does not stand. Reads at most 3,000 events.
 */
export async function reasoningAt(changing: LoadedLog, ordinal: number): Promise<ReasoningMoment | null> {
  const log = standing(changing);
  if (log.graph === null || !Number.isInteger(ordinal) || log.order.indexOf(ordinal) < 0) return null;
  const { index } = log;
  const reader = new PayloadReader(log, EVENTS_READ);
  const found = await foundEnvelopes(log, ordinal);
  // The failure of a run stands for that of a node, whose turn is meant.
  const place = index.columns.node[ordinal] === 0 ? (found[0]?.ordinal ?? ordinal) : ordinal;
  const rows = turnRows(log, place);
  const payload = await payloadEntries(log, reader, { found, ordinal }, rows);
  const prompt = await promptEntries(log, reader, rows);
  const agent = await agentEntries(log, reader, rows);
  if (payload.length + prompt.length + agent.length === 0) return null;
  return {
    nodeId: index.nodeIdOf(place),
    timeMs: index.timeOf(ordinal),
    payload,
    agent,
    prompt,
  };
}

/** Envelopes of the event first, then those that events of its turn hold, each event once. */
async function payloadEntries(
  log: LoadedLog,
  reader: PayloadReader,
  { found, ordinal }: { readonly found: readonly FoundEnvelope[]; readonly ordinal: number },
  rows: readonly number[],
): Promise<ReasoningEntry[]> {
  const own = found.flatMap((one) => entryIn(log, one, ordinal) ?? []);
  const seen = new Set(own.map((entry) => entry.ordinal));
  const out = [...own];
  for (const row of rows.filter((one) => mayHold(log, one)).slice(-MAX_ENVELOPES)) {
    const document = seen.has(row) ? null : await reader.read(row);
    if (document === null) continue;
    for (const held of envelopesIn(log, row, document)) {
      const entry = entryIn(log, { ...held, interrupt: null }, row);
      if (entry !== null) out.push(entry);
    }
  }
  return out;
}

const HOLDERS: ReadonlySet<string> = new Set([
  'log.appended',
  'ui.a2ui-surface',
  'interrupt.requested',
  'agent.decided',
]);

function mayHold(log: LoadedLog, row: number): boolean {
  return HOLDERS.has(log.index.typeOf(row));
}

function entryIn(log: LoadedLog, found: FoundEnvelope, asked: number): ReasoningEntry | null {
  const envelope = new Fields(found.value);
  const reasoning = envelope.child('payload').value('reasoning');
  if (typeof reasoning !== 'string' || reasoning.trim() === '') return null;
  const row = found.ordinal ?? asked;
  const tagged = envelope.child('meta').value('contentTrust') === 'untrusted';
  return { ...entryOf(log, row, reasoning), untrusted: tagged || isUntrusted(log.index, row) };
}

async function promptEntries(
  log: LoadedLog,
  reader: PayloadReader,
  rows: readonly number[],
): Promise<ReasoningEntry[]> {
  const composed = log.index.types.find('prompt.composed');
  const out: ReasoningEntry[] = [];
  for (const row of rows.filter((one) => log.index.columns.type[one] === composed).slice(-MAX_PROMPTS)) {
    const text = promptText((await reader.read(row))?.payload);
    if (text !== '') out.push(entryOf(log, row, text));
  }
  return out;
}
