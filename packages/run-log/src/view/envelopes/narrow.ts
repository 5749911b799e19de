/** The logical envelopes that a text narrows the list to. */

import { hashText } from '../../scan/id-hash.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { mapSideBySide } from '../side-by-side.ts';
import type { StoryIndex } from '../stories/story-index.ts';
import { logicalEnvelope, type RowContext } from './logical-envelope.ts';
import type { LogicalEnvelope } from './other-stories.ts';

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

/** What is searched of an envelope, lower case: kept, since reading it costs most. */
type Labels = Pick<LogicalEnvelope, 'envelopeType' | 'nodeId' | 'correlationId' | 'state'>;

const labelsOf = new WeakMap<StoryIndex, Map<number, { readonly text: string; readonly attempts: number }>>();

/** Envelopes whose kind, node, correlationId or state has the text in it, upper and lower case alike. */
export async function narrow(context: RowContext, text: string): Promise<Narrowed> {
  const { stories } = context;
  const wanted = text.toLowerCase();
  const labels = labelsOf.get(stories) ?? new Map();
  labelsOf.set(stories, labels);
  await readLabels(context, labels);
  const numbers: number[] = [];
  let attempts = 0;
  const byColumns = columnTest(context.log, context, text);
  for (let number = 0; number < stories.total; number++) {
    if (number % 50_000 === 49_999) await new Promise((resolve) => setTimeout(resolve, 0));
    const label = labels.get(number);
    if (label === undefined ? !byColumns(number) : !label.text.includes(wanted)) continue;
    numbers.push(number);
    attempts += label?.attempts ?? 1;
  }
  return { numbers, attempts, leftOut: Math.max(0, stories.total - labels.size) };
}

async function readLabels(
  context: RowContext,
  labels: Map<number, { text: string; attempts: number }>,
): Promise<void> {
  const end = Math.min(context.stories.total, MAX_READ);
  for (let at = labels.size; at < end; at += SLICE) {
    const numbers = Array.from({ length: Math.min(SLICE, end - at) }, (_, i) => at + i);
    await mapSideBySide(numbers, async (number) => {
      const row = await logicalEnvelope(context, number);
      labels.set(number, {
        text: labelText(row),
        attempts: row.attempts.length + row.attemptsLeftOut,
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function labelText({ envelopeType, nodeId, correlationId, state }: Labels): string {
  return [envelopeType, nodeId, correlationId, state].join('\n').toLowerCase();
}

/** Whether a story that was not read has the text as part of its node, or as its whole correlationId. */
function columnTest(
  log: LoadedLog,
  { stories, graph }: RowContext,
  text: string,
): (number: number) => boolean {
  const { a, b } = hashText(log.index.ids.recorded(text));
  const wanted = text.toLowerCase();
  const nodes = Array.from({ length: log.index.nodes.size }, (_, id) =>
    log.index.nodes.shownOf(id).toLowerCase().includes(wanted),
  );
  return (number) => {
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
