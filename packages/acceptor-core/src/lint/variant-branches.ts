import { isRecord, type JsonObject, member, pointerTo } from '@openwop-inspector/base';
import { declaredNames, describesObject, requiredNames } from '../json/schema-text.ts';
import type { SchemaPlaces } from './schema-places.ts';

/** A property of a branch that can have one string value only. */
export interface Candidate {
  readonly name: string;
  readonly literal: string;
  /** True when `const` says so rather than an `enum` of one value. */
  readonly viaConst: boolean;
  readonly required: boolean;
}

/** One branch of an `anyOf`, with local references followed. */
export interface Branch {
  readonly pointer: string;
  /**
   * `unresolved`: its reference leads nowhere here. `null`: only null. `plain`: a scalar or an array, so it needs no
   * discriminator. `object`: everything else.
   */
  readonly state: 'unresolved' | 'null' | 'plain' | 'object';
  /** Place of the schema after references; null when it is none. */
  readonly place: number | null;
  readonly candidates: readonly Candidate[];
}

/** The branches of the `anyOf` of a place; none when it has none. */
export function variantBranches(map: SchemaPlaces, place: number): readonly Branch[] {
  const owner = map.places[place];
  const anyOf = member(owner?.schema, 'anyOf');
  if (owner === undefined || !Array.isArray(anyOf)) return [];
  const pointer = pointerTo(owner.pointer, 'anyOf');
  return anyOf.map((branch: unknown, index) => readBranch(map, branch, pointerTo(pointer, index)));
}

function readBranch(map: SchemaPlaces, value: unknown, pointer: string): Branch {
  const first = isRecord(value) ? map.indexOf.get(value) : undefined;
  if (first === undefined) return { pointer, state: 'object', place: null, candidates: [] };
  const place = afterReferences(map, first);
  const schema = place === null ? undefined : map.places[place]?.schema;
  if (schema === undefined) return { pointer, state: 'unresolved', place: null, candidates: [] };
  return { pointer, state: stateOf(schema), place, candidates: candidatesOf(schema) };
}

/** References to references that are followed; a longer chain is not written by hand. */
const MAX_CHAIN = 64;

/** Follows `$ref` to `$ref`; null when one leads nowhere, round in a circle, or on and on. */
function afterReferences(map: SchemaPlaces, first: number): number | null {
  let place: number | null = first;
  for (let hop = 0; hop <= MAX_CHAIN; hop += 1) {
    if (place === null || !map.refs.has(place)) return place;
    place = map.refs.get(place) ?? null;
  }
  return null;
}

function stateOf(schema: JsonObject): Branch['state'] {
  const type = member(schema, 'type');
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined) {
    if (names.every((name) => name === 'null')) return 'null';
    return names.includes('object') ? 'object' : 'plain';
  }
  if (describesObject(schema)) return 'object';
  const values = Object.hasOwn(schema, 'const') ? [member(schema, 'const')] : member(schema, 'enum');
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null)) {
    return 'object';
  }
  return values.every((value) => value === null) ? 'null' : 'plain';
}

function candidatesOf(schema: JsonObject): Candidate[] {
  const required = new Set(requiredNames(schema));
  const properties = member(schema, 'properties');
  return declaredNames(schema).flatMap((name) => {
    const literal = literalOf(member(properties, name));
    return literal === null ? [] : [{ name, ...literal, required: required.has(name) }];
  });
}

function literalOf(property: unknown): Pick<Candidate, 'literal' | 'viaConst'> | null {
  const type = member(property, 'type');
  const values = member(property, 'enum');
  const only: unknown = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
  if (type === 'string' && typeof only === 'string') return { literal: only, viaConst: false };
  const constant = member(property, 'const');
  const taken = typeof constant === 'string' && (type === 'string' || type === undefined);
  return taken ? { literal: constant, viaConst: true } : null;
}

interface Score {
  branches: number;
  literals: Set<string>;
  required: number;
}

/**
 * Returns the property that distinguishes most branches: the one that is a candidate in most of them, then with most
 * different literals, then required most often, then first in order. Null when no branch has a candidate.
 */
export function discriminatorOf(branches: readonly Branch[]): string | null {
  const scores = new Map<string, Score>();
  for (const { candidates } of branches) for (const candidate of candidates) count(scores, candidate);
  let best: [string, Score] | null = null;
  for (const entry of scores) if (best === null || isBetter(entry[1], best[1])) best = entry;
  return best === null ? null : best[0];
}

function count(scores: Map<string, Score>, { name, literal, required }: Candidate): void {
  const score = scores.get(name) ?? { branches: 0, literals: new Set<string>(), required: 0 };
  score.branches += 1;
  score.literals.add(literal);
  score.required += required ? 1 : 0;
  scores.set(name, score);
}

function isBetter(score: Score, best: Score): boolean {
  if (score.branches !== best.branches) return score.branches > best.branches;
  if (score.literals.size !== best.literals.size) return score.literals.size > best.literals.size;
  return score.required > best.required;
}
