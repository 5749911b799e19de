/** A search in the payloads of a log, or of the events that a filter selects. The scan is that of the filter. */
import { type MaskedText, mayBeMasked, partOf } from '@openwop-inspector/base';
import type { Turns } from '../../next-turn.ts';
import type { Filter } from '../filter/filter.ts';
import { type BoundTree, byteLeaf, type OpenedEvent } from '../filter/leaves.ts';
import { compilePattern, type Pattern } from '../filter/pattern.ts';
import { runTree } from '../filter/run-filter.ts';
import { planForMember, planForStrings, type SearchPlan } from '../filter/search-plan.ts';
import { type FilterError, filterError, type Stretch } from '../filter/syntax.ts';
import { patternOf } from '../filter/tokens.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { stringText } from './json-members.ts';
import type { MetMember } from './json-places.ts';
import { JsonTree } from './json-tree.ts';
import { TextFinder } from './text-places.ts';

/** Hits that are listed of a search, and of one event; the others are counted. */
export const LISTED_HITS = 5_000;
const LISTED_OF_EVENT = 50;

/** An event whose payload holds what is searched for. */
export type EventHits = ReturnType<typeof eventOf>;

/** What was found since the last report. */
export interface PayloadBatch {
  /** Events with hits that are listed. In display order, but for a log whose display order is not that of its source. */
  readonly events: readonly EventHits[];
  /** Hits and events with hits, also those that are not listed. */
  readonly hits: number;
  readonly inEvents: number;
  /** Places that were inspected, of all. */
  readonly done: number;
  readonly of: number;
}

interface PayloadSearch {
  readonly finder: PayloadFinder;
  /** Narrows the search; null for every event. */
  readonly scope: Filter | null;
  readonly isCancelled: () => boolean;
  readonly onBatch: (batch: PayloadBatch) => void;
}

/**
 * Searches; false when it was stopped. Events in whose bytes nothing can be found are not decoded; of the others the
 * payload is walked once. Others get a turn every 25 ms. Rejects with a `SourceError`.
 */
export async function searchPayloads(changing: LoadedLog, search: PayloadSearch): Promise<boolean> {
  const log = standing(changing);
  const found = foundHits(log, search.finder);
  const { scope, isCancelled, onBatch } = search;
  const tree: BoundTree = scope === null ? found.leaf : { kind: 'and', parts: [scope.tree, found.leaf] };
  const rows = await runTree(tree, log, {
    isCancelled,
    onBatch: ({ rows: some, done, of }) => onBatch({ ...found.take(some), done, of }),
    onSoFar: ({ rows: some, done, of }) => onBatch({ ...found.take(some()), done, of }),
  });
  return rows !== null;
}

/** What was found in rows that a filter may still leave out. */
function foundHits(log: LoadedLog, finder: PayloadFinder) {
  const byRow = new Map<number, { readonly total: number; readonly hits: readonly PayloadHit[] }>();
  /** Hits that are listed, and those that were made ready for it. */
  let [listed, ready] = [0, 0];
  const leaf = byteLeaf(finder.plan, async (event) => {
    const most = Math.min(LISTED_OF_EVENT, LISTED_HITS - ready);
    const found = await eventHits(event, finder, Math.max(0, most));
    if (found === null || found.total === 0) return false;
    ready += found.hits.length;
    byRow.set(event.row, found);
    return true;
  });
  /** What was found in rows that are selected; the others are forgotten. */
  const take = (rows: Int32Array): Pick<PayloadBatch, 'events' | 'hits' | 'inEvents'> => {
    const events: EventHits[] = [];
    let [hits, inEvents] = [0, 0];
    for (const row of rows) {
      const found = byRow.get(row);
      if (found === undefined) continue;
      inEvents++;
      hits += found.total;
      if (found.hits.length > 0) events.push(eventOf(log, row, found.total, found.hits));
    }
    byRow.clear();
    for (const event of events) listed += event.hits.length;
    ready = listed;
    return { events, hits, inEvents };
  };
  return { leaf, take };
}

function eventOf({ index, order }: LoadedLog, ordinal: number, total: number, hits: readonly PayloadHit[]) {
  return {
    ordinal,
    /** Its place in display order. */
    place: order.indexOf(ordinal),
    sequence: index.sequenceOf(ordinal),
    type: index.typeLabelOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
    /** Members that hold it. */
    total,
    /** The first of them, in document order. */
    hits,
  };
}

/** Units of text before and behind the first place, and of a piece that shows no place. */
const BEFORE = 48;
const BEHIND = 160;
/** Members after which others get their turn when it is due. */
const REST_AFTER = 512;

/** A member of a payload that holds what is searched for. */
export interface PayloadHit {
  /** From the root of the document. */
  readonly pointer: string;
  readonly part: 'name' | 'value';
  /** A piece of the name or of the value, masked, around the first place. */
  readonly text: MaskedText;
  /** Of a hit by name the beginning of its value, masked; null for an object or a list, and for a hit by value. */
  readonly value: MaskedText | null;
  /** Where in the piece it is. Empty where that is masked, and where it is not known. */
  readonly places: readonly Stretch[];
  /** It is in what is masked: the piece does not show it. */
  readonly isMasked: boolean;
  /** More text is before the piece, and behind it. */
  readonly isCut: readonly [before: boolean, behind: boolean];
}

/**
 * The members of an event's payload that hold what is searched for; of the first `most` what is displayed of them. A member is
 * one hit, by its value where that holds it, else by its name. Null when nobody waits any more. O(event).
 */
async function eventHits(event: OpenedEvent, finder: PayloadFinder, most: number) {
  const tree = new JsonTree(event.bytes);
  const only = payloadMember(event, tree);
  const hits: PayloadHit[] = [];
  let total = 0;
  if (only === null) return { total, hits };
  let met = 0;
  for (const member of tree.walk(only)) {
    if (++met % REST_AFTER === 0 && event.turns.areDue && !(await event.turns.rest())) return null;
    const requested = partHolding(tree, member, finder, event);
    const part = requested instanceof Promise ? await requested : requested;
    if (part === null) continue;
    total++;
    if (hits.length < most) hits.push(hitIn(tree, member, part, finder));
  }
  return { total, hits };
}

/** Where an event has its payload, as `EventDocument` has it; null for one that has none. */
function payloadMember({ log, row }: OpenedEvent, tree: JsonTree): string | null {
  const other = log.index.messages.of(row) === null ? 'data' : 'body';
  return ['payload', other].find((key) => tree.has(key)) ?? null;
}

/** A promise where a long text is searched. */
function partHolding(tree: JsonTree, member: MetMember, finder: PayloadFinder, { turns }: OpenedEvent) {
  const isInName = (): boolean | Promise<boolean> => nameHolds(tree, member, finder, turns);
  const isInValue = valueHolds(tree, member, finder, turns);
  if (isInValue === true) return 'value';
  if (isInValue === false) {
    const matches = isInName();
    if (typeof matches === 'boolean') return matches ? 'name' : null;
  }
  return (async () => ((await isInValue) ? 'value' : (await isInName()) ? 'name' : null))();
}

function valueHolds(tree: JsonTree, member: MetMember, finder: PayloadFinder, turns: OpenedEvent['turns']) {
  if (member.isContainer) return false;
  const { bytes } = tree;
  const { end, hasEscapes } = member;
  const start = member.members.valueStart;
  const [from, to] = bytes[start] === 0x22 ? [start + 1, end - 1] : [start, end];
  const matches = finder.isInBytes(bytes, { from, to, hasEscapes }, turns);
  if (!finder.isMark || matches === true) return matches;
  const isDisplayed = (): boolean => (finder.placesIn(tree.maskedScalar(member), 0)?.length ?? 0) > 0;
  return matches === false ? isDisplayed() : matches.then((isMatch) => isMatch || isDisplayed());
}

/** The name of the payload itself says nothing, and items of a list have none. */
function nameHolds(
  { bytes }: JsonTree,
  member: MetMember,
  finder: PayloadFinder,
  turns: OpenedEvent['turns'],
): boolean | Promise<boolean> {
  const { isObject, keyStart: from, keyEnd: to, keyIsPlain } = member.members;
  if (member.isRoot || !isObject) return false;
  const matches = finder.isInBytes(bytes, { from, to, hasEscapes: !keyIsPlain }, turns);
  if (!finder.isMark || matches !== false) return matches;
  return (finder.placesIn(member.maskedKey, 0)?.length ?? 0) > 0;
}

function hitIn(tree: JsonTree, member: MetMember, part: PayloadHit['part'], finder: PayloadFinder) {
  const displayed = part === 'name' ? member.maskedKey : tree.maskedScalar(member);
  const places = finder.placesIn(displayed, BEHIND);
  const piece = pieceAround(displayed, places ?? []);
  const hasValue = part === 'name' && !member.isContainer;
  const value = hasValue ? pieceAround(tree.maskedScalar(member), []).text : null;
  return { pointer: member.pointer, part, ...piece, value, isMasked: places?.length === 0 };
}

function pieceAround(
  displayed: MaskedText,
  places: readonly Stretch[],
): Pick<PayloadHit, 'text' | 'places' | 'isCut'> {
  const [first] = places;
  const from = first === undefined ? 0 : whole(displayed, Math.max(0, first.from - BEFORE));
  const to = whole(displayed, Math.min(displayed.length, (first?.from ?? 0) + BEHIND));
  const within = places
    .filter((place) => place.from < to)
    .map((place) => ({ from: place.from - from, to: Math.min(place.to, to) - from }));
  return { text: partOf(displayed, from, to), places: within, isCut: [from > 0, to < displayed.length] };
}

/** A place that does not part a pair of surrogates. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

/** Looks for one thing in names and scalars. */
interface PayloadFinder {
  /** What the bytes of an event hold in which it may be found; null: every event may. */
  readonly plan: SearchPlan | null;
  /** It may stand in a mark, which is in no event as it was recorded. */
  readonly isMark: boolean;
  /** Whether the bytes of a string, without quotes, or of another scalar hold it. */
  isInBytes(
    bytes: Uint8Array,
    stretch: Stretch & { readonly hasEscapes: boolean },
    turns: Turns,
  ): boolean | Promise<boolean>;
  /** Where it is in a text, from the first place on as far as `reach` units behind it; null where nobody looks. */
  placesIn(text: string, reach: number): readonly Stretch[] | null;
}

/** Longest text or pattern, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** Reads what the user typed; blanks around it do not count. */
export async function payloadFinder(typed: string): Promise<PayloadFinder | FilterError> {
  const text = typed.trim();
  if (text === '') return filterError({ from: 0, to: 0 }, 'There is nothing to search for');
  if (text.length > MAX_TEXT)
    return filterError({ from: MAX_TEXT, to: text.length }, `A search has at most ${MAX_TEXT} characters`);
  const term = patternOf(text);
  if (term === null) return textFinder(text);
  if ('column' in term) return term;
  const pattern = await compilePattern(term);
  return 'column' in pattern ? pattern : patternFinder(pattern);
}

function textFinder(text: string): PayloadFinder {
  const finder = new TextFinder(text);
  const isMark = mayBeMasked(text);
  return {
    plan: isMark ? null : planForMember(text.toLowerCase()),
    isMark,
    isInBytes: (bytes, { from, to, hasEscapes }) => finder.isInBytes(bytes, from, to, hasEscapes),
    placesIn: (displayed, reach) => finder.placesIn(displayed, reach),
  };
}

const patternFinder = (pattern: Pattern): PayloadFinder => ({
  plan: pattern.isMark ? null : planForStrings(pattern.required),
  isMark: pattern.isMark,
  isInBytes: (bytes, { from, to }, turns) => pattern.isIn(stringText(bytes, from, to), turns),
  placesIn: (displayed) => firstPlace(pattern, displayed),
});

/** Text in which the place of a pattern is searched for, and the longest that is, in UTF-16 units. */
const PLACED = 16_384;
const LONGEST = 200;

/** The first place of a pattern, as far as it is displayed; of an empty match none is known. */
function firstPlace(pattern: Pattern, text: string): readonly Stretch[] | null {
  const place = pattern.firstPlace(text.slice(0, PLACED));
  if (place === null) return text.length > PLACED ? null : [];
  const { from, to } = place;
  return from === to ? null : [{ from, to: Math.min(to, from + LONGEST) }];
}
