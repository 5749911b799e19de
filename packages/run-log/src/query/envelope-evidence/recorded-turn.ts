/** What a log holds of one turn of a model: each answer, and the events the host recorded for it (acceptor 5). */
import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { ofItsNode, type RunRows, rowsBefore, rowsBehind, runBounds } from '../rows/rows.ts';
import { type EvidenceEvent, EvidenceReader } from '../stories/evidence-reader.ts';
import { modelTextBefore } from '../stories/model-text.ts';
import { storyIndex } from '../stories/story-index.ts';
import type { AttemptRows } from '../stories/story-pass.ts';

/** No host may make more attempts (run-events 3.2.7), and no more are read. */
const MAX_ATTEMPTS = 16;
/** Events read of one attempt, and chunks of model text read for all of them. */
const READ_OF_ATTEMPT = 32;
const CHUNKS_READ = 20_000;
/** Rows looked back over for the usage of one answer. */
const MAX_BACK = 20_000;

/** One answer of the model, and what the host recorded after it. */
type RecordedAnswer = Awaited<ReturnType<typeof answerOf>>;

/** The attempts of the envelope that an event belongs to, at most 16, in order. */
export type RecordedTurn = NonNullable<Awaited<ReturnType<typeof recordedTurn>>>;

/** Null for an event that belongs to no envelope, and while the causal graph does not stand. O(rows of the node's turn). */
export async function recordedTurn(changing: LoadedLog, ordinal: number) {
  const log = standing(changing);
  if (log.graph === null || !isLoaded(log, ordinal)) return null;
  const stories = await storyIndex(log, log.graph);
  const number = stories.withRow(ordinal);
  const story = number < 0 ? null : stories.at(number);
  if (story?.kind !== 'events') return null;
  const attempts = stories.attemptsOf(story.rows);
  const made = attempts.filter(({ announced }) => !announced);
  const reader = new EvidenceReader(log, MAX_ATTEMPTS * (READ_OF_ATTEMPT + 2));
  const chunks = new EvidenceReader(log, CHUNKS_READ);
  const rows = runBounds(log, ordinal);
  const answers: RecordedAnswer[] = [];
  for (const attempt of made.slice(0, MAX_ATTEMPTS))
    answers.push(await answerOf(rows, attempt, reader, chunks));
  return {
    answers,
    /** True when the last thing recorded is a retry: what became of it is not in the log. */
    isOpen: attempts.length > made.length,
    /** Attempts beyond the limit. */
    leftOut: Math.max(0, made.length - MAX_ATTEMPTS),
  };
}

async function answerOf(rows: RunRows, attempt: AttemptRows, reader: EvidenceReader, chunks: EvidenceReader) {
  const { log } = reader;
  const events = await reader.events(attempt.rows.slice(0, READ_OF_ATTEMPT));
  const first = attempt.rows[0] ?? -1;
  const node = log.index.columns.node[first] ?? 0;
  const before = log.order.indexOf(first);
  const text = await modelTextBefore(chunks, rows, node, before);
  const usage = usageBefore(log, first);
  const last = text === null ? null : await chunks.read(log.order.ordinalAt(text.end - 1));
  return {
    /** What the model wrote, masked; null when the log does not hold it. */
    text: text?.text ?? null,
    /** False when the beginning or the end of the text is missing. */
    complete: text?.complete ?? false,
    /** Places that were masked. */
    masked: text?.masked ?? 0,
    /** The provider's own word, from the last chunk; null when it is not recorded. */
    finishReason: finishReasonOf(last?.payload),
    /** `provider.usage` of the answer; null when there is none. */
    usage: usage < 0 ? null : await reader.event(usage),
    /** In display order, at most 32. */
    events,
  };
}

function finishReasonOf(chunk: unknown): MaskedText | null {
  const meta = isRecord(chunk) && isRecord(chunk.meta) ? chunk.meta : {};
  return typeof meta.finishReason === 'string' ? masker.text(meta.finishReason.slice(0, 64)) : null;
}

/** The latest usage of the node since it started, resumed or tried again; -1 for none. */
function usageBefore(log: LoadedLog, first: number): number {
  if ((log.index.columns.node[first] ?? 0) === 0) return -1;
  for (const row of ofItsNode(log, first, rowsBefore(log, first, MAX_BACK + 1))) {
    const type = log.index.typeOf(row);
    if (type === 'provider.usage') return row;
    if (type === 'node.started' || type === 'node.resumed' || type === 'envelope.retry.attempted') return -1;
  }
  return -1;
}

/** Events by which a host records what its gate decided and what followed, in display order; empty for another event. */
export async function recordedGate(changing: LoadedLog, ordinal: number): Promise<readonly EvidenceEvent[]> {
  const log = standing(changing);
  if (log.order.indexOf(ordinal) < 0 || !log.index.typeOf(ordinal).startsWith('model.capability.')) return [];
  const { columns } = log.index;
  const found = [ordinal];
  for (const row of rowsBehind(log, ordinal, MAX_BACK)) {
    const type = log.index.typeOf(row);
    const isOurs = columns.node[row] === columns.node[ordinal];
    if (isOurs && (type === 'node.started' || type.startsWith('model.capability.'))) break;
    if (type === 'run.failed' || (isOurs && type === 'node.failed')) found.push(row);
    if (type === 'run.failed') break;
  }
  return new EvidenceReader(log, found.length).events(found);
}

/** Events that tell what a call of a model was made with, by what they tell. */
const INPUTS: ReadonlyMap<string, keyof AttemptInputs> = new Map<string, keyof AttemptInputs>([
  ['prompt.composed', 'prompt'],
  ['agent.promptResolved', 'sources'],
  ['model.capability.substituted', 'substitution'],
  ['provider.usage', 'model'],
]);

/** Ordinals; -1 where the log has no such event of the attempt. */
type AttemptInputs = Readonly<Record<'prompt' | 'sources' | 'substitution' | 'model', number>>;

/** Events inspected before an attempt. */
const MAX_ROWS = 50_000;

/**
 * For each attempt, by the event that represents it and in their order: the latest event of each sort at its node since
 * the attempt before, or since the node started. Types alone are inspected. O(events between, at most 50,000).
 */
export function attemptInputs(log: LoadedLog, attempts: readonly number[]): readonly AttemptInputs[] {
  const typeOf = log.index.byType((type) => type);
  return attempts.map((ordinal, number) => {
    const { node } = log.index.columns;
    const found = { prompt: -1, sources: -1, substitution: -1, model: -1 };
    const before = number === 0 ? -1 : attempts[number - 1];
    for (const row of rowsBefore(log, ordinal, MAX_ROWS)) {
      if (row === before) break;
      if (node[row] !== node[ordinal] || node[row] === 0) continue;
      const reported = INPUTS.get(typeOf(row));
      if (reported !== undefined && found[reported] < 0) found[reported] = row;
      if (typeOf(row) === 'node.started') break;
    }
    return found;
  });
}
