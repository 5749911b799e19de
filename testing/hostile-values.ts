/** Copies of a value with something hostile at one place each. */
import { runsOf } from './runs.ts';

/** What content may put where a text, a number or a list is expected. None of it may stop whoever reads it. */
const HOSTILE_TEXTS: readonly (readonly [name: string, json: string])[] = [
  ['an object whose toString is a number', '{"toString":1,"valueOf":"x","length":3,"map":1}'],
  ['an object whose toString is null', '{"toString":null,"toJSON":null,"valueOf":null}'],
  ['a list 5,000 deep', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['an object 5,000 deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['an object with __proto__', '{"__proto__":null,"constructor":{"name":1}}'],
  ['a list of such objects', '[{"toString":1},[{"toString":1}],null]'],
  ['a number', '-1e308'],
  ['a fraction', '0.5'],
  ['null', 'null'],
  ['true', 'true'],
  ['an empty list', '[]'],
  ['a lone surrogate', '"\\ud800"'],
];

const HOSTILE_VALUES = HOSTILE_TEXTS.map(([name, json]): readonly [string, unknown] => [
  name,
  JSON.parse(json),
]);

/** Each place below the top of a JSON value, as the keys that lead there. */
export function placesOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...placesOf(member).map((rest) => [key, ...rest]),
  ]);
}

/** A copy with `hostile` at a place; everything off the way there is shared. */
function withHostile(value: unknown, [key, ...rest]: readonly string[], hostile: unknown): unknown {
  if (key === undefined) return hostile;
  const members = Object.entries(Object(value)).map(([name, member]): [string, unknown] => [
    name,
    name === key ? withHostile(member, rest, hostile) : member,
  ]);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** This number of places gets every value, the others those that have stopped readers: objects with a `toString`. */
const EVERY_VALUE = 8;

/** Copies of a value, each with one hostile value at one place. */
export function* hostileCopies(
  value: unknown,
): Generator<{ readonly where: string; readonly copy: unknown }> {
  for (const [at, place] of placesOf(value).entries()) {
    for (const [name, hostile] of at < EVERY_VALUE ? HOSTILE_VALUES : HOSTILE_VALUES.slice(0, 2))
      yield { where: `${name} at /${place.join('/')}`, copy: withHostile(value, place, hostile) };
  }
}

/**
 * The same as JSON texts: what is nested so deep cannot be written by `JSON.stringify`. In `npm run test:all` every place
 * gets every value, otherwise the later places get one more value in turn.
 */
export function* hostileTexts(value: unknown): Generator<string> {
  const places = placesOf(value);
  const everyValue = runsOf(places.length, EVERY_VALUE);
  for (const [at, place] of places.entries()) {
    const [before = '', after = ''] = JSON.stringify(withHostile(value, place, MARK)).split(`"${MARK}"`);
    for (const [turn, [, json]] of HOSTILE_TEXTS.entries())
      if (at < everyValue || turn < 2 || turn === at % HOSTILE_TEXTS.length) yield before + json + after;
  }
}

const MARK = '@hostile@';
