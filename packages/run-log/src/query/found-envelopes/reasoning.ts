/** The three sources of reasoning around one event, side by side and never merged (envelope 5). */
import { countOf, cutMasked, formatCount, isRecord, masker, storedIn } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { ofItsNode, rowsBefore, rowsBehind } from '../rows/rows.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { isUntrusted } from '../trust/trust.ts';
import { envelopesIn, type FoundEnvelope } from './envelopes-in-event.ts';
import { foundEnvelopes } from './found-envelopes.ts';

/** Events read for one answer, and of these envelopes and prompts. */
const EVENTS_READ = 3_000;
const MAX_ENVELOPES = 16;
const MAX_PROMPTS = 8;

/** What was thought and prompted around one event: same run, same node, same turn. */
export type ReasoningMoment = NonNullable<Awaited<ReturnType<typeof reasoningAt>>>;

/**
 * What was thought and prompted in the turn of an event: `payload.reasoning` of the envelope the event holds or represents
 * and of others recorded in the turn, what agents reasoned, and the prompts. Null when there is nothing of the kind, for
 * an event that is not loaded and while the causal graph is incomplete. Reads at most 3,000 events.
 */
export async function reasoningAt(changing: LoadedLog, ordinal: number) {
  const log = standing(changing);
  if (log.graph === null || !isLoaded(log, ordinal)) return null;
  const { index } = log;
  const reader = new PayloadReader(log, EVENTS_READ);
  const found = await foundEnvelopes(log, ordinal);
  // The failure of a run represents that of a node, whose turn is meant.
  const place = index.columns.node[ordinal] === 0 ? (found[0]?.ordinal ?? ordinal) : ordinal;
  const rows = turnRows(log, place);
  const payload = await payloadEntries(reader, { found, ordinal }, rows);
  const prompt = await promptEntries(reader, rows);
  const agent = await agentEntries(reader, rows);
  if (payload.length + prompt.length + agent.length === 0) return null;
  return {
    nodeId: index.nodeIdOf(place),
    timeMs: index.timeOf(ordinal),
    /** `payload.reasoning` of envelopes. */
    payload,
    /** `agent.reasoning.delta` put together, and `agent.reasoned`. */
    agent,
    /** `prompt.composed`: what the host says about the prompt. */
    prompt,
  };
}

/** Envelopes of the event first, then those that events of its turn hold, each event once. */
async function payloadEntries(
  reader: PayloadReader,
  { found, ordinal }: { readonly found: readonly FoundEnvelope[]; readonly ordinal: number },
  rows: readonly number[],
): Promise<ReasoningEntry[]> {
  const { log } = reader;
  const own = found.flatMap((one) => entryIn(log, one, ordinal) ?? []);
  const seen = new Set(own.map((entry) => entry.ordinal));
  const out = [...own];
  for (const row of rows.filter((one) => HOLDERS.has(log.index.typeOf(one))).slice(-MAX_ENVELOPES)) {
    const document = seen.has(row) ? null : await reader.read(row);
    if (document === null) continue;
    for (const one of envelopesIn(log, row, document)) {
      const entry = entryIn(log, { ...one, interrupt: null }, row);
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

function entryIn(log: LoadedLog, found: FoundEnvelope, requested: number): ReasoningEntry | null {
  const envelope = new Fields(found.value);
  const reasoning = envelope.child('payload').value('reasoning');
  if (typeof reasoning !== 'string' || reasoning.trim() === '') return null;
  const row = found.ordinal ?? requested;
  const tagged = envelope.child('meta').value('contentTrust') === 'untrusted';
  return { ...entryOf(log, row, reasoning), untrusted: tagged || isUntrusted(log.index, row) };
}

async function promptEntries(reader: PayloadReader, rows: readonly number[]): Promise<ReasoningEntry[]> {
  const { log } = reader;
  const composed = log.index.types.find('prompt.composed');
  const out: ReasoningEntry[] = [];
  for (const row of rows.filter((one) => log.index.columns.type[one] === composed).slice(-MAX_PROMPTS)) {
    const text = promptText((await reader.read(row))?.payload);
    if (text !== '') out.push(entryOf(log, row, text));
  }
  return out;
}

/** Streams and their pieces that are read of one turn. */
const MAX_BLOCKS = 32;
const READ_OF_BLOCK = 1_000;

/** One block: pieces of a stream, and the event that closes it, -1 for none. */
interface Block {
  readonly pieces: readonly number[];
  readonly closing: number;
}

/**
 * Entries of the latest 32 blocks of a turn. The closing `agent.reasoned` is authoritative; a stream that says something
 * else, or that nothing closes, is an entry of its own.
 */
async function agentEntries(reader: PayloadReader, rows: readonly number[]): Promise<ReasoningEntry[]> {
  const { log } = reader;
  const out: ReasoningEntry[] = [];
  for (const block of blocksOf(log, rows).slice(-MAX_BLOCKS)) {
    const closing = block.closing < 0 ? null : await reader.read(block.closing);
    const closed = new Fields(closing?.payload).value('reasoning');
    const whole = typeof closed === 'string' ? closed : '';
    const streams = await streamsOf(reader, block.pieces);
    for (const stream of streams) {
      if (whole === '' || !whole.startsWith(stream.text.trimEnd().slice(0, MAX_TEXT)))
        out.push({ ...entryOf(log, stream.row, stream.text), pieces: stream.pieces, cut: stream.cut });
    }
    if (block.closing >= 0 && whole !== '')
      out.push({ ...entryOf(log, block.closing, whole), pieces: Math.max(1, block.pieces.length) });
  }
  return out;
}

function blocksOf(log: LoadedLog, rows: readonly number[]): Block[] {
  const { types, columns } = log.index;
  const delta = types.find('agent.reasoning.delta');
  const reasoned = types.find('agent.reasoned');
  const blocks: Block[] = [];
  let pieces: number[] = [];
  for (const row of rows) {
    const type = columns.type[row];
    if (type === delta) pieces.push(row);
    else if (type === reasoned) {
      blocks.push({ pieces, closing: row });
      pieces = [];
    }
  }
  return pieces.length === 0 ? blocks : [...blocks, { pieces, closing: -1 }];
}

interface Stream {
  readonly row: number;
  text: string;
  pieces: number;
  cut: boolean;
}

/** A block's pieces by agent, and again wherever their numbers begin again. Reading stops where no more is displayed. */
async function streamsOf(reader: PayloadReader, rows: readonly number[]): Promise<readonly Stream[]> {
  const streams: Stream[] = [];
  const open = new Map<string, Stream>();
  const read = rows.slice(0, READ_OF_BLOCK);
  const documents = await mapSideBySide(read, (row) => reader.read(row));
  read.forEach((row, i) => {
    const p = new Fields(documents[i]?.payload);
    const agent = p.text('agentId', 256);
    const delta = p.value('delta');
    if (p.number('sequence') === 0) open.delete(agent);
    const stream = storedIn(open, agent, () => {
      const begun = { row, text: '', pieces: 0, cut: false };
      streams.push(begun);
      return begun;
    });
    stream.pieces++;
    if (typeof delta === 'string' && stream.text.length <= MAX_TEXT) stream.text += delta;
  });
  const last = streams.at(-1);
  if (last !== undefined) last.pieces += rows.length - read.length;
  for (const stream of streams)
    stream.cut = stream.text.length > MAX_TEXT || (stream === last && rows.length > read.length);
  return streams.filter(({ text }) => text.trim() !== '');
}

/** Members that hold a body, with the words they are displayed under. */
const BODIES: readonly (readonly [key: string, name: string])[] = [
  ['systemPrompt', 'system'],
  ['userPrompt', 'user'],
];
/** Members in which hosts list parts, or counts of tokens by part. */
const PARTS = ['parts', 'messages'] as const;
const COUNTS = ['tokenCounts', 'tokens', 'tokenCount'] as const;

/**
 * Token counts first, for example "system 412, user 96, schema-hint 704 tokens", then each body under its name; without
 * bodies the references and the hash. Not masked.
 */
function promptText(payload: unknown): string {
  const p = new Fields(payload);
  const parts = partsOf(p);
  const bodies = [
    ...bodiesOf(p),
    ...parts.flatMap(({ name, text }) => (text === '' ? [] : [`${name}: ${text}`])),
  ];
  const composed = p.value('composed');
  if (bodies.length === 0 && typeof composed === 'string' && composed !== '') bodies.push(composed);
  const head = tokenText(p, parts);
  const texts = [head, ...bodies].filter((one) => one !== '');
  if (texts.length > 0 && bodies.length > 0) return texts.join('\n\n');
  const references = [p.text('kind'), p.names('refs', 8), p.text('hash')].filter((one) => one !== '');
  return [head, references.join(', ')].filter(Boolean).join('\n');
}

type Part = ReturnType<typeof partsOf>[number];

function partsOf(p: Fields) {
  for (const key of PARTS) {
    const list = p.list(key).slice(0, 64).filter(isRecord);
    if (list.length === 0) continue;
    return list.map((item) => {
      const part = new Fields(item);
      const text = ['text', 'content', 'body']
        .map((name) => part.value(name))
        .find((one) => typeof one === 'string');
      return {
        name: part.first('kind', 'role', 'name') || 'part',
        text: typeof text === 'string' ? text : '',
        tokens: part.number('tokens') ?? part.number('tokenCount'),
      };
    });
  }
  return [];
}

const bodiesOf = (p: Fields): string[] =>
  BODIES.flatMap(([key, name]) => {
    const body = p.value(key);
    return typeof body === 'string' && body !== '' ? [`${name}: ${body}`] : [];
  });

function tokenText(p: Fields, parts: readonly Part[]): string {
  const counted = parts.flatMap(({ name, tokens }) =>
    tokens === null ? [] : [`${name} ${formatCount(tokens)}`],
  );
  if (counted.length > 0) return `${counted.join(', ')} tokens`;
  for (const key of COUNTS) {
    const value = p.value(key);
    if (typeof value === 'number' && Number.isFinite(value)) return countOf(value, 'token');
    if (!isRecord(value)) continue;
    const words = new Fields(value)
      .keys()
      .slice(0, 16)
      .flatMap((name) => {
        const count = new Fields(value).number(name);
        return count === null ? [] : [`${name} ${formatCount(count)}`];
      });
    if (words.length > 0) return `${words.join(', ')} tokens`;
  }
  return '';
}

/** Longest text of an entry in UTF-16 units, and how far behind the cut is searched for a secret across it. */
const MAX_TEXT = 20_000;
const LOOK_AHEAD = 1_024;

/** One piece of reasoning. The three sources are never merged (envelope 5). */
type ReasoningEntry = ReturnType<typeof entryOf>;

/** An entry of one event; the text is masked and cut here. */
function entryOf(log: LoadedLog, row: number, text: string) {
  const { index } = log;
  const masked = masker.text(text.slice(0, MAX_TEXT + LOOK_AHEAD));
  return {
    ordinal: row,
    sequence: index.sequenceOf(row),
    type: index.typeLabelOf(row),
    /** Masked; at most 20,000 characters, `cut` says that more was written. */
    text: cutMasked(masked, MAX_TEXT),
    cut: text.length > MAX_TEXT || masked.length > MAX_TEXT,
    untrusted: isUntrusted(index, row),
    timeMs: index.timeOf(row),
    /** Of a stream: how many events the text was put together from. */
    pieces: 1,
  };
}

/** Events inspected before and behind an event, and rows of the node that are stored. */
const MAX_AROUND = 20_000;
const MAX_STORED = 5_000;

type Word = 'begins' | 'prompt' | 'other';

const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['node.started', 'begins'],
  ['node.resumed', 'begins'],
  ['node.retried', 'begins'],
  ['agent.promptResolved', 'prompt'],
  ['prompt.composed', 'prompt'],
]);

/** Types that are answers: a prompt behind one begins another turn. */
const ANSWERS =
  /^(?:agent\.(?!promptResolved|invocation)|output\.chunk|provider\.usage|envelope\.|log\.appended|ui\.a2ui-surface|(?:interrupt|clarification|approval)\.requested)/;

/**
 * Ordinals of the turn, in display order. A turn reaches from the start of the node, or from the prompts behind its last
 * answer, to the next start or prompt; retries do not end it, since they answer the same prompt. Only the event itself
 * when it belongs to no node. O(20,000 rows).
 */
function turnRows(log: LoadedLog, ordinal: number): readonly number[] {
  if (log.index.columns.node[ordinal] === 0) return [ordinal];
  const back = rowsBack(log, ordinal);
  const ahead = rowsAhead(log, ordinal, back);
  return [...back, ...ahead];
}

const wordOf = (log: LoadedLog, row: number): Word => WORDS.get(typeOf(log, row)) ?? 'other';

const typeOf = (log: LoadedLog, row: number): string => foldedType(log.index.typeOf(row));

/** From the beginning of the turn up to the event, both included. */
function rowsBack(log: LoadedLog, ordinal: number): number[] {
  const out = [ordinal];
  let sawPrompt = wordOf(log, ordinal) === 'prompt';
  if (wordOf(log, ordinal) === 'begins') return out;
  for (const row of ofItsNode(log, ordinal, rowsBefore(log, ordinal, MAX_AROUND))) {
    if (out.length >= MAX_STORED) break;
    const word = wordOf(log, row);
    if (sawPrompt && ANSWERS.test(typeOf(log, row))) break;
    sawPrompt ||= word === 'prompt';
    out.push(row);
    if (word === 'begins') break;
  }
  return out.reverse();
}

/** Behind the event up to the end of the turn. */
function rowsAhead(log: LoadedLog, ordinal: number, back: readonly number[]): number[] {
  const out: number[] = [];
  let sawAnswer = back.some((row) => ANSWERS.test(typeOf(log, row)));
  for (const row of ofItsNode(log, ordinal, rowsBehind(log, ordinal, MAX_AROUND))) {
    if (out.length >= MAX_STORED) break;
    const word = wordOf(log, row);
    if (word === 'begins' || (word === 'prompt' && sawAnswer)) break;
    sawAnswer ||= ANSWERS.test(typeOf(log, row));
    out.push(row);
  }
  return out;
}
