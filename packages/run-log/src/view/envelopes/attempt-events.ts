/** The event that stands for each attempt at an envelope, without all else that a row of the envelopes view tells. */
import { type LoadedLog, standing } from '../loaded-log.ts';
import type { AttemptRows } from '../stories/attempt-rows.ts';
import { type EventFacts, FactsReader } from '../stories/event-facts.ts';
import { type StoryIndex, storyIndex } from '../stories/story-index.ts';

/** Attempts listed of one envelope: the latest. */
const LISTED = 64;
/** Events read of one attempt. */
const READ_OF_ATTEMPT = 8;
/** Envelopes of one page, and events read for it. */
const MAX_STORIES = 200;
const READ_FOR_PAGE = 4_000;

/** Types by which the state of an attempt is known, the one that says most first. */
const SAYS_MOST = [
  'node.failed',
  'log.appended',
  'envelope.refusal',
  'envelope.truncated',
  'cap.breached',
  'envelope.retry.exhausted',
  'envelope.retry.attempted',
];

/** A page of the attempts of a log. */
export interface AttemptEventsPage {
  /** Ordinals in the order of the attempts; of an attempt beside the events there is none. */
  readonly ordinals: readonly number[];
  /** Attempts of all envelopes of the log. */
  readonly total: number;
  /** True when the page lies behind the last envelope. */
  readonly isEnd: boolean;
}

/** The attempts that are listed of one envelope. */
export function listedAttempts(attempts: readonly AttemptRows[]): readonly AttemptRows[] {
  return attempts.slice(-LISTED);
}

/** The events by which an attempt is known: of many the first ones say what it is and the last ones what became of it. */
export function tellingEvents(stories: StoryIndex, { rows }: AttemptRows): readonly number[] {
  const said = rows.filter((row) => stories.partOf(row) !== 'after');
  const wanted = said.length === 0 ? rows : said;
  const half = READ_OF_ATTEMPT / 2;
  return wanted.length <= READ_OF_ATTEMPT ? wanted : [...wanted.slice(0, half), ...wanted.slice(-half)];
}

/** Of the events by which an attempt is known the one that stands for it, unless one says that it was taken. */
export function saysMost<T extends { readonly type: string }>(events: readonly T[]): T | undefined {
  for (const type of SAYS_MOST) {
    const found = events.find((event) => event.type === type);
    if (found !== undefined) return found;
  }
  return events[0];
}

/** A node that waits with a surface has taken it, also when nothing else says so. */
export function isTakenBy(stories: StoryIndex, event: Pick<EventFacts, 'row' | 'type' | 'payload'>): boolean {
  return (
    stories.partOf(event.row) === 'accepted' ||
    (event.type === 'node.suspended' && event.payload !== undefined)
  );
}

/**
 * The events of the attempts at the envelopes `offset` to `offset + limit`, at most 200, as the envelopes view names them.
 * O(events of these envelopes) from the columns; read are events of nodes that wait alone.
 */
export async function attemptEvents(
  changing: LoadedLog,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AttemptEventsPage> {
  const log = standing(changing);
  if (log.graph === null) return { ordinals: [], total: 0, isEnd: true };
  const stories = await storyIndex(log, log.graph);
  const reader = new FactsReader(log, READ_FOR_PAGE);
  const end = Math.min(stories.total, offset + Math.min(limit, MAX_STORIES));
  const ordinals: number[] = [];
  for (let number = offset; number < end; number++) {
    const story = stories.at(number);
    if (story.kind === 'text') ordinals.push(story.text.ordinal);
    if (story.kind !== 'events') continue;
    for (const attempt of listedAttempts(stories.attemptsOf(story.rows)))
      ordinals.push(await eventOf(log, stories, reader, attempt));
  }
  return { ordinals, total: stories.attempts, isEnd: offset >= stories.total };
}

async function eventOf(
  { index }: LoadedLog,
  stories: StoryIndex,
  reader: FactsReader,
  attempt: AttemptRows,
): Promise<number> {
  const events = tellingEvents(stories, attempt).map((row) => ({ row, type: index.typeOf(row) }));
  if (!attempt.announced)
    for (const event of events) {
      const facts = event.type === 'node.suspended' ? await reader.read([event.row]) : [];
      if (isTakenBy(stories, { payload: undefined, ...event, ...facts[0] })) return event.row;
    }
  const found = attempt.announced ? events[0] : saysMost(events);
  if (found === undefined) throw new Error('an attempt has at least one event');
  return found.row;
}
