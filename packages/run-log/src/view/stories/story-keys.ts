/** Names of logical envelopes that stay the same in a session. */
import { unreachable } from '@openwop-inspector/base';
import { type CausalGraph, isVanished } from '../../graph/causal-graph.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { Story, StoryIndex } from './story-index.ts';

/** The key of a story: see `LogicalEnvelope.key`. */
export function keyOfStory(log: LoadedLog, graph: CausalGraph, story: Story): string {
  switch (story.kind) {
    case 'events':
      return keyOfEvents(log, graph, story);
    case 'records': {
      const first = story.records[0] ?? 0;
      const envelope = graph.envelopeOfRecord[first] ?? -1;
      return envelope >= 0 ? `c${envelope}` : `f${first}`;
    }
    case 'text':
      return story.text.number === 0
        ? `e${story.text.ordinal}`
        : `e${story.text.ordinal}.${story.text.number}`;
    case 'snapshot':
      return `s${story.number}`;
    default:
      return unreachable(story);
  }
}

/** A correlationId names an envelope of each run that uses it (acceptor 8). */
function keyOfEvents(log: LoadedLog, graph: CausalGraph, story: Extract<Story, { kind: 'events' }>): string {
  const first = story.rows[0] ?? 0;
  if (story.envelope < 0) return `e${first}`;
  const { run } = log.index.columns;
  const effect = graph.envelopes[story.envelope]?.firstEvent ?? -1;
  const isFirstRun = effect < 0 || run[effect] === run[first];
  return isFirstRun ? `c${story.envelope}` : `c${story.envelope}.${run[first]}`;
}

/** The story with a key; null when there is none. */
export function storyByKey(
  log: LoadedLog,
  graph: CausalGraph,
  stories: StoryIndex,
  key: string,
): Story | null {
  const from = placeOfKey(graph, stories, key);
  if (from < 0) return null;
  // Several envelopes of one text stand behind one another.
  for (let number = from; number < Math.min(stories.total, from + MAX_OF_A_TEXT); number++) {
    const story = stories.at(number);
    if (keyOfStory(log, graph, story) === key) return story;
  }
  return null;
}

/** Envelopes that one text can give. */
const MAX_OF_A_TEXT = 16;

/** The only place where a story with this key can stand; -1 for none. */
function placeOfKey(graph: CausalGraph, stories: StoryIndex, key: string): number {
  const match = /^([cefs])(\d{1,10})(?:\.(\d{1,10}))?$/.exec(key);
  const [, kind, first, second] = match ?? [];
  const number = Number(first);
  if (kind === 'e') return stories.withRow(number);
  if (kind === 'f') return stories.withRecord(number);
  if (kind === 's') return stories.total - stories.surfaces + number;
  if (kind !== 'c') return -1;
  const envelope = graph.envelopes[number];
  if (envelope === undefined || isVanished(envelope)) return -1;
  if (envelope.firstEvent < 0) return stories.withRecord(envelope.record);
  return second === undefined
    ? stories.withRow(envelope.firstEvent)
    : stories.withEnvelope(number, Number(second));
}
