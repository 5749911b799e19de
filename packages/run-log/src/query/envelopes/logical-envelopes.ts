/** The envelopes view: every logical envelope of a log with its attempts (envelope 1, acceptor 5). */
import { storedIn } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { nextTurn } from '../../next-turn.ts';
import { hashText } from '../../scan/id-hash.ts';
import { truncationMultiplier } from '../envelope-evidence/host-declarations.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { mapSideBySide } from '../side-by-side.ts';
import { EvidenceReader } from '../stories/evidence-reader.ts';
import { type StoryIndex, storyIndex } from '../stories/story-index.ts';
import { FactsReader } from '../stories/written-values.ts';
import { logicalEnvelope, type RowContext } from './logical-envelope.ts';

/** Rows of one page, events read for one, and for one search. */
const MAX_ROWS = 200;
const READ_FOR_PAGE = 4_000;
const READ_FOR_SEARCH = 40_000;
/** Chunks of model text read for one page. */
const CHUNKS_FOR_PAGE = 1_500;
const SIDE_BY_SIDE = 8;

/** Which rows are requested. */
export interface LogicalEnvelopesQuery {
  readonly offset: number;
  /** At most 200; 0 asks for the counts alone. */
  readonly limit: number;
  /** Narrows by kind, node, correlationId or state, upper and lower case alike. */
  readonly text?: string;
}

/** Rows of the envelopes view, in display order of their first event. */
export type LogicalEnvelopePage = Awaited<ReturnType<typeof logicalEnvelopes>>;

/**
 * A page of the logical envelopes, in display order of their first event, those without events last. The first call
 * takes O(events) in slices between which others get their turn; a page then reads a few events a row. A search reads
 * the first 5,000 envelopes, and of further ones reports those with such a node or exactly this correlationId. Empty while
 * the causal graph does not stand.
 */
export async function logicalEnvelopes(changing: LoadedLog, query: LogicalEnvelopesQuery) {
  const log = standing(changing);
  const { graph } = log;
  if (graph === null) return { total: 0, attempts: 0, rows: [], leftOut: 0 };
  const stories = await storyIndex(log, graph);
  const multiplier = truncationMultiplier(log.header);
  const context = (budget: number, chunks: number): RowContext => ({
    log,
    graph,
    stories,
    reader: new FactsReader(log, budget),
    chunks: new EvidenceReader(log, chunks),
    multiplier,
  });
  const text = (query.text ?? '').trim();
  const narrowed = text === '' ? null : await narrowedTo(context(READ_FOR_SEARCH, 0), text);
  const numbers = pageOf(narrowed?.numbers ?? null, stories.total, query);
  const reading = context(READ_FOR_PAGE, CHUNKS_FOR_PAGE);
  return {
    total: narrowed?.numbers.length ?? stories.total,
    /** Attempts of all of them. */
    attempts: narrowed?.attempts ?? stories.attempts,
    rows: await mapSideBySide(numbers, (number) => logicalEnvelope(reading, number), SIDE_BY_SIDE),
    /**
     * What was not scanned: model texts that may hold envelopes no event reports and, in a search, envelopes of
     * which only the node and the whole correlationId were compared.
     */
    leftOut: stories.textsLeftOut + (narrowed?.leftOut ?? 0),
  };
}

/** The latest search of each log: pages of it follow one another. */
const latest = new WeakMap<StoryIndex, { readonly text: string; readonly found: Promise<Narrowed> }>();

function narrowedTo(context: RowContext, text: string): Promise<Narrowed> {
  const cached = latest.get(context.stories);
  if (cached?.text === text) return cached.found;
  const found = narrow(context, text);
  latest.set(context.stories, { text, found });
  return found;
}

function pageOf(numbers: readonly number[] | null, total: number, { offset, limit }: LogicalEnvelopesQuery) {
  const from = Number.isFinite(offset) ? Math.max(0, Math.floor(offset)) : 0;
  const size = Number.isFinite(limit) ? Math.max(0, Math.min(MAX_ROWS, Math.floor(limit))) : MAX_ROWS;
  if (numbers !== null) return numbers.slice(from, from + size);
  return Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) => from + i);
}

/** A count is cached for this multiple of the time that it took to compute. */
const REST = 20;

/** The number of logical envelopes of a log that grows: it costs a pass over all events, so that it may be a bit old. */
export class EnvelopeCount {
  /** True when the last answer was older than what the log shows. */
  isOld = false;
  private graph: CausalGraph | null = null;
  private count: number | null = null;
  private freshUntil = 0;

  /** The count; of a log that `isGrowing`, perhaps that of a moment ago. Null while the causal graph does not stand. */
  async of(log: LoadedLog, isGrowing: boolean): Promise<number | null> {
    const startedAt = performance.now();
    this.isOld = this.graph !== log.graph && isGrowing && startedAt < this.freshUntil;
    if (this.graph === log.graph || this.isOld) return this.count;
    const { graph } = log;
    this.count = graph === null ? null : (await storyIndex(standing(log), graph)).total;
    this.graph = graph;
    const now = performance.now();
    this.freshUntil = now + (now - startedAt) * REST;
    return this.count;
  }
}

/** Place of the envelope of an event in the whole list; -1 for none. O(events of envelopes), about 1 ms a million. */
export async function envelopePosition(changing: LoadedLog, ordinal: number): Promise<number> {
  const log = standing(changing);
  if (log.graph === null || !Number.isInteger(ordinal) || ordinal < 0) return -1;
  return (await storyIndex(log, log.graph)).withRow(ordinal);
}

/** Rows that are read to be searched; of further ones only nodes and a whole correlationId are. */
const MAX_READ = 5_000;
/** Rows after which others get their turn. */
const SLICE = 256;

export interface Narrowed {
  /** Numbers of stories, in order. */
  readonly numbers: readonly number[];
  readonly attempts: number;
  /** Envelopes whose kind, correlationId and state were not searched. */
  readonly leftOut: number;
}

/** What is searched of an envelope, lower case: cached, since reading it costs most. */
const labelsOf = new WeakMap<StoryIndex, Map<number, { readonly text: string; readonly attempts: number }>>();

/** Envelopes whose kind, node, correlationId or state has the text in it, upper and lower case alike. */
export async function narrow(context: RowContext, text: string): Promise<Narrowed> {
  const { stories } = context;
  const wanted = text.toLowerCase();
  const labels = storedIn(labelsOf, stories, () => new Map());
  await readLabels(context, labels);
  const numbers: number[] = [];
  let attempts = 0;
  const byColumns = columnTest(context, text);
  for (let number = 0; number < stories.total; number++) {
    if (number % 50_000 === 49_999) await nextTurn();
    const label = labels.get(number);
    if (label === undefined ? !byColumns(number) : !label.text.includes(wanted)) continue;
    numbers.push(number);
    attempts += label?.attempts ?? 1;
  }
  return { numbers, attempts, leftOut: Math.max(0, stories.total - labels.size) };
}

async function readLabels(context: RowContext, labels: Map<number, { text: string; attempts: number }>) {
  const end = Math.min(context.stories.total, MAX_READ);
  for (let at = labels.size; at < end; at += SLICE) {
    const numbers = Array.from({ length: Math.min(SLICE, end - at) }, (_, i) => at + i);
    await mapSideBySide(numbers, async (number) => {
      const row = await logicalEnvelope(context, number);
      const { envelopeType, nodeId, correlationId, state } = row;
      const text = [envelopeType, nodeId, correlationId, state].join('\n').toLowerCase();
      labels.set(number, { text, attempts: row.attempts.length + row.attemptsLeftOut });
    });
    await nextTurn();
  }
}

/** Whether a story that was not read has the text as part of its node, or as its whole correlationId. */
function columnTest({ log, stories, graph }: RowContext, text: string) {
  const { a, b } = hashText(log.index.ids.recorded(text));
  const wanted = text.toLowerCase();
  const nodes = Array.from({ length: log.index.nodes.size }, (_, id) =>
    log.index.nodes.labelOf(id).toLowerCase().includes(wanted),
  );
  return (number: number) => {
    const story = stories.at(number);
    if (story.kind !== 'events') return false;
    const envelope = graph.envelopes[story.envelope];
    if (envelope?.a === a && envelope.b === b) return true;
    return story.rows.some((row) => {
      const node = log.index.columns.node[row] as number;
      return node !== 0 && nodes[node] === true;
    });
  };
}
