import { type MaskedText, partOf } from '@openwop-inspector/base';
import type { OpenedEvent } from '../filter/opened-event.ts';
import type { TextStretch } from '../json/find-text.ts';
import type { MetMember } from '../json/met-member.ts';
import { JsonTree } from '../json-tree.ts';
import type { PayloadFinder } from './payload-finder.ts';

/** Units of text before and behind the first place, and of a piece that shows no place. */
const BEFORE = 48;
const BEHIND = 160;
/** Members after which others get their turn when it is due. */
const REST_AFTER = 512;

/** A stretch of a shown text: UTF-16 units, half-open. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A member of a payload that holds what is searched for. */
export interface PayloadHit {
  /** From the root of the document. */
  readonly pointer: string;
  readonly part: 'name' | 'value';
  /** A piece of the name or of the value, masked, around the first place. */
  readonly text: MaskedText;
  /** Of a hit by name the beginning of its value, masked; null for an object or a list, and for a hit by value. */
  readonly value: MaskedText | null;
  /** Where in the piece it stands. Empty where that is masked, and where it is not known. */
  readonly places: readonly TextRange[];
  /** It stands in what is masked: the piece does not show it. */
  readonly isMasked: boolean;
  /** More text stands before the piece, and behind it. */
  readonly isCut: readonly [before: boolean, behind: boolean];
}

export interface FoundInEvent {
  readonly total: number;
  readonly hits: readonly PayloadHit[];
}

/**
 * The members of an event's payload that hold what is searched for; of the first `most` what is shown of them. A member is
 * one hit, by its value where that holds it, else by its name. Null when nobody waits any more. O(event).
 */
export async function eventHits(
  event: OpenedEvent,
  finder: PayloadFinder,
  most: number,
): Promise<FoundInEvent | null> {
  const tree = new JsonTree(event.bytes);
  const only = payloadMember(event, tree);
  const hits: PayloadHit[] = [];
  let total = 0;
  if (only === null) return { total, hits };
  let met = 0;
  for (const member of tree.walk(only)) {
    if (++met % REST_AFTER === 0 && event.turns.areDue && !(await event.turns.rest())) return null;
    const asked = partHolding(tree, member, finder, event);
    const part = asked instanceof Promise ? await asked : asked;
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

/** A promise where a long text is looked through. */
function partHolding(
  tree: JsonTree,
  member: MetMember,
  finder: PayloadFinder,
  { turns }: OpenedEvent,
): PayloadHit['part'] | null | Promise<PayloadHit['part'] | null> {
  const isInName = (): boolean | Promise<boolean> => nameHolds(tree, member, finder, turns);
  const isInValue = valueHolds(tree, member, finder, turns);
  if (isInValue === true) return 'value';
  if (isInValue === false) {
    const held = isInName();
    if (typeof held === 'boolean') return held ? 'name' : null;
  }
  return (async () => ((await isInValue) ? 'value' : (await isInName()) ? 'name' : null))();
}

function valueHolds(
  tree: JsonTree,
  member: MetMember,
  finder: PayloadFinder,
  turns: OpenedEvent['turns'],
): boolean | Promise<boolean> {
  if (member.isContainer) return false;
  const { bytes } = tree;
  const { end, hasEscapes } = member;
  const start = member.members.valueStart;
  const [from, to] = bytes[start] === 0x22 ? [start + 1, end - 1] : [start, end];
  const held = finder.isInBytes(bytes, { from, to, hasEscapes }, turns);
  if (!finder.isMark || held === true) return held;
  const isShown = (): boolean => (finder.placesIn(tree.shownScalar(member), 0)?.length ?? 0) > 0;
  return held === false ? isShown() : held.then((isHeld) => isHeld || isShown());
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
  const held = finder.isInBytes(bytes, { from, to, hasEscapes: !keyIsPlain }, turns);
  if (!finder.isMark || held !== false) return held;
  return (finder.placesIn(member.shownKey, 0)?.length ?? 0) > 0;
}

function hitIn(
  tree: JsonTree,
  member: MetMember,
  part: PayloadHit['part'],
  finder: PayloadFinder,
): PayloadHit {
  const shown = part === 'name' ? member.shownKey : tree.shownScalar(member);
  const places = finder.placesIn(shown, BEHIND);
  const piece = pieceAround(shown, places ?? []);
  const hasValue = part === 'name' && !member.isContainer;
  const value = hasValue ? pieceAround(tree.shownScalar(member), []).text : null;
  return { pointer: member.pointer, part, ...piece, value, isMasked: places?.length === 0 };
}

function pieceAround(
  shown: MaskedText,
  places: readonly TextStretch[],
): Pick<PayloadHit, 'text' | 'places' | 'isCut'> {
  const [first] = places;
  const from = first === undefined ? 0 : whole(shown, Math.max(0, first.from - BEFORE));
  const to = whole(shown, Math.min(shown.length, (first?.from ?? 0) + BEHIND));
  const within = places
    .filter((place) => place.from < to)
    .map((place) => ({ from: place.from - from, to: Math.min(place.to, to) - from }));
  return { text: partOf(shown, from, to), places: within, isCut: [from > 0, to < shown.length] };
}

/** A place that does not part a pair of surrogates. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
