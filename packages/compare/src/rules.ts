/** What is left out when two runs are compared: rules as data, which people edit. */
import {
  aBoolean,
  arrayOf,
  aString,
  isRecord,
  member,
  objectOf,
  oneOf,
  pointerTokens,
  problemsOfShape,
  type ShapeProblem,
  textsAt,
} from '@openwop-inspector/base';
import names from './default-names.json' with { type: 'json' };

/** Forms of texts that are new in every run. */
const VALUE_SHAPES = ['uuid', 'iso-time', 'hex-id', 'run-id'] as const;
export type ValueShape = (typeof VALUE_SHAPES)[number];

/** Rules that a comparison goes by. */
export interface MaskRules {
  /** Members of any object, at any depth of the payload or next to it, whose values do not count. */
  readonly names: readonly string[];
  /** Pointers from the event (`/payload/meta/at`) whose values do not count; a token `*` represents any one key or index. */
  readonly pointers: readonly string[];
  /**
   * Texts of these forms count as equal to each other: `uuid`; `iso-time` (RFC 3339); `hex-id` (16 or 32 hexadecimal
   * digits); `run-id`, the ids of the two runs, wherever they stand in a text.
   */
  readonly shapes: readonly ValueShape[];
  /** False: that siblings of different nodes come in another order is no difference. */
  readonly orderAcrossNodes: boolean;
}

/** Ids, tokens that resume, times, durations, and what providers counted: reported by node, but no divergence. */
export const DEFAULT_RULES: MaskRules = {
  names: [...names.ids, ...names.times, ...names.use, 'sequence', 'seq', 'engineVersion'],
  pointers: [],
  shapes: ['uuid', 'iso-time', 'run-id'],
  orderAcrossNodes: true,
};

/** What a file of rules came to. */
type RulesReading =
  | { readonly ok: true; readonly rules: MaskRules }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

/** Maximum number of names, pointers and shapes: every event is compared with all of them. */
const MAX_RULES = 1000;

const RULES_SHAPE = objectOf({
  defaults: aBoolean,
  names: arrayOf(aString),
  pointers: arrayOf((value, pointer, problems) => {
    aString(value, pointer, problems);
    if (typeof value === 'string' && (value === '' || pointerTokens(value) === null))
      problems.push({ pointer, message: 'A pointer begins with a slash, as /payload/meta/at.' });
  }),
  shapes: arrayOf(oneOf(VALUE_SHAPES)),
  keep: arrayOf(aString),
  orderAcrossNodes: aBoolean,
});

/**
 * Rules out of a document that the user wrote: `names`, `pointers`, `shapes` come on top of the default ones, unless
 * `defaults` is false; `keep` names what is compared all the same. Every field may be left out; others are refused.
 */
export function readMaskRules(value: unknown): RulesReading {
  const problems = [...problemsOfShape(RULES_SHAPE, value)];
  for (const key of ['names', 'pointers', 'shapes', 'keep']) {
    if ((textsAt(value, key)?.length ?? 0) > MAX_RULES)
      problems.push({ pointer: `/${key}`, message: `This takes at most ${MAX_RULES} entries.` });
  }
  if (problems.length > 0 || !isRecord(value)) return { ok: false, problems };
  const base = value.defaults === false ? NOTHING : DEFAULT_RULES;
  const keep = new Set(textsAt(value, 'keep') ?? []);
  const shapes = new Set<string>(textsAt(value, 'shapes') ?? []);
  const withOwn = (key: 'names' | 'pointers') =>
    [...new Set([...base[key], ...(textsAt(value, key) ?? [])])].filter((one) => !keep.has(one));
  return {
    ok: true,
    rules: {
      names: withOwn('names'),
      pointers: withOwn('pointers'),
      shapes: VALUE_SHAPES.filter((one) => (shapes.has(one) || base.shapes.includes(one)) && !keep.has(one)),
      orderAcrossNodes: member(value, 'orderAcrossNodes') !== false,
    },
  };
}

const NOTHING: MaskRules = { names: [], pointers: [], shapes: [], orderAcrossNodes: true };

/** A place on the way of a pointer. Null where no pointer leads on. */
interface PlaceNode {
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
  const root = newPlace();
  for (const pointer of pointers) {
    let place = root;
    // Payloads stand under either name, and are compared as one.
    const tokens = pointerTokens(pointer) ?? [];
    for (const [i, token] of tokens.entries())
      place = childOf(place, i === 0 && token === 'data' ? 'payload' : token);
    place.isMasked = true;
  }
  const hidden = shapes.includes('run-id') ? runIds.filter((id) => id.length >= MIN_RUN_ID) : [];
  return {
    names: new Set(names),
    places: pointers.length === 0 ? NO_PLACES : [root],
    shapes: new Set(shapes),
    /** Ids that correspond to each other wherever they are in a text, the longest first. */
    runIds: [...new Set(hidden)].sort((a, b) => b.length - a.length),
  };
}

const newPlace = (): PlaceNode => ({ below: new Map(), any: null, isMasked: false });

function childOf(place: PlaceNode, token: string): PlaceNode {
  if (token === '*') {
    place.any ??= newPlace();
    return place.any;
  }
  const next = place.below.get(token) ?? newPlace();
  place.below.set(token, next);
  return next;
}

/** Where pointers stand after one more key: those that lead on. None is the usual case, and costs nothing. */
export type Places = readonly PlaceNode[];

const NO_PLACES: Places = [];

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

export const isMaskedAt = (places: Places): boolean => places.some(({ isMasked }) => isMasked);

/** Shortest run id that is searched for inside of texts: a shorter one is in words by chance. */
const MIN_RUN_ID = 4;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const HEX_ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i;
/** Longest text that has one of the forms. */
const MAX_SHAPED = 36;
/** Shortest one. */
const MIN_SHAPED = 16;

/** The form of a text that is masked; null for one that counts as it is. */
export function shapeOf(text: string, shapes: ReadonlySet<ValueShape>): ValueShape | null {
  if (text.length < MIN_SHAPED || text.length > MAX_SHAPED) return null;
  if (shapes.has('uuid') && UUID.test(text)) return 'uuid';
  if (shapes.has('iso-time') && ISO_TIME.test(text)) return 'iso-time';
  return shapes.has('hex-id') && HEX_ID.test(text) ? 'hex-id' : null;
}
