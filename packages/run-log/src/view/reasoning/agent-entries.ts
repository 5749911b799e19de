/** What agents reasoned in a turn: streams put together, and what closes them (run-events 3.2.9). */
import { Fields } from '@openwop-inspector/events';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../read-payload.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { entryOf, MAX_TEXT, type ReasoningEntry } from './reasoning-entry.ts';

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
export async function agentEntries(
  log: LoadedLog,
  reader: PayloadReader,
  rows: readonly number[],
): Promise<ReasoningEntry[]> {
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

/** A block's pieces by agent, and anew wherever their numbers begin again. Reading stops where no more is shown. */
async function streamsOf(reader: PayloadReader, rows: readonly number[]): Promise<readonly Stream[]> {
  const streams: Stream[] = [];
  const open = new Map<string, Stream>();
  const read = rows.slice(0, READ_OF_BLOCK);
  const documents = await mapSideBySide(read, (row) => reader.read(row));
  read.forEach((row, i) => {
    const p = new Fields(documents[i]?.payload);
    const agent = p.text('agentId', 256);
    const delta = p.value('delta');
    let stream = open.get(agent);
    if (stream === undefined || p.number('sequence') === 0) {
      stream = { row, text: '', pieces: 0, cut: false };
      open.set(agent, stream);
      streams.push(stream);
    }
    stream.pieces++;
    if (typeof delta === 'string' && stream.text.length <= MAX_TEXT) stream.text += delta;
  });
  const last = streams.at(-1);
  if (last !== undefined) last.pieces += rows.length - read.length;
  for (const stream of streams)
    stream.cut = stream.text.length > MAX_TEXT || (stream === last && rows.length > read.length);
  return streams.filter(({ text }) => text.trim() !== '');
}
