/** Rules of a comparison, made ready to be asked of every member of every event. */
import { pointerTokens } from '@openwop-inspector/base';
import type { MaskRules, ValueShape } from './rules.ts';

/** A place on the way of a pointer. Null where no pointer leads on. */
export interface PlaceNode {
  readonly below: Map<string, PlaceNode>;
  /** Below a `*`. */
  any: PlaceNode | null;
  isMasked: boolean;
}

export type CompiledRules = ReturnType<typeof compileRules>;

/** Members of an event that the alignment itself compares, or that are of the log and not of the run. */
export const STRUCTURAL: ReadonlySet<string> = new Set([
  'eventId',
  'runId',
  'sequence',
  'seq',
  'timestamp',
  'causationId',
  'type',
  'nodeId',
]);

/** `runIds` are those of the runs that are compared: a replay may quote the run that it replays. */
export function compileRules({ names, pointers, shapes }: MaskRules, runIds: readonly string[]) {
  const places = newPlace();
  for (const pointer of pointers) {
    let place = places;
    // Payloads stand under either name, and are compared as one.
    const tokens = pointerTokens(pointer) ?? [];
    for (const [i, token] of tokens.entries())
      place = childOf(place, i === 0 && token === 'data' ? 'payload' : token);
    place.isMasked = true;
  }
  const hidden = shapes.includes('run-id') ? runIds.filter((id) => id.length >= MIN_RUN_ID) : [];
  return {
    names: new Set(names),
    places,
    shapes: new Set(shapes),
    /** Ids that stand for each other wherever they are in a text, the longest first. */
    runIds: [...new Set(hidden)].sort((a, b) => b.length - a.length),
  };
}

function newPlace(): PlaceNode {
  return { below: new Map(), any: null, isMasked: false };
}

function childOf(place: PlaceNode, token: string): PlaceNode {
  if (token === '*') {
    place.any ??= newPlace();
    return place.any;
  }
  const held = place.below.get(token) ?? newPlace();
  place.below.set(token, held);
  return held;
}

/** Where pointers stand after one more key: those that lead on. None is the usual case, and costs nothing. */
export type Places = readonly PlaceNode[];

export const NO_PLACES: Places = [];

export function placesBelow(places: Places, key: string): Places {
  if (places.length === 0) return NO_PLACES;
  const out: PlaceNode[] = [];
  for (const { below, any } of places) {
    const named = below.get(key);
    if (named !== undefined) out.push(named);
    if (any !== null) out.push(any);
  }
  return out;
}

export function isMaskedAt(places: Places): boolean {
  return places.some(({ isMasked }) => isMasked);
}

/** Shortest run id that is looked for inside of texts: a shorter one stands in words by chance. */
const MIN_RUN_ID = 4;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const HEX_ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i;
/** Longest text that has one of the forms. */
export const MAX_SHAPED = 36;
/** Shortest one. */
export const MIN_SHAPED = 16;

/** The form of a text that is masked; null for one that counts as it is. */
export function shapeOf(text: string, shapes: ReadonlySet<ValueShape>): ValueShape | null {
  if (text.length < MIN_SHAPED || text.length > MAX_SHAPED) return null;
  if (shapes.has('uuid') && UUID.test(text)) return 'uuid';
  if (shapes.has('iso-time') && ISO_TIME.test(text)) return 'iso-time';
  return shapes.has('hex-id') && HEX_ID.test(text) ? 'hex-id' : null;
}
