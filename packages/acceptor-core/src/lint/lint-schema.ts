import { isRecord, pointerTo } from '@openwop-inspector/base';
import {
  LINT_RULES,
  type LintDraft,
  type LintFinding,
  type LintLevel,
  type LintRule,
  type LintTier,
  quoted,
  vendorsAffected,
} from './lint-rules.ts';
import { limitMet, type SchemaPlaces, schemaPlaces } from './schema-places.ts';
import { type Branch, discriminatorOf, orderingRules, tierRules, variantBranches } from './tier-rules.ts';

export interface LintSchemaOptions {
  /** `strict` unless given. `off` answers nothing. */
  readonly tier?: LintTier | undefined;
  /** True for the schemas of the protocol, which fail the subset on purpose: everything is information then. */
  readonly specOwned?: boolean | undefined;
}

/** Maximum number of findings; the result says when there are more. */
const MAX_FINDINGS = 500;

/**
 * Lints a payload schema against the variant rules D1 to D8 and the Tier-1 subset T1 to T11 (acceptor 11), for any
 * value. Nothing is compiled and nothing is fetched. Findings come in the order of the document, at most 500.
 *
 * A schema beyond `SCHEMA_LIMITS` is not linted: one `schema_limit`, an error in every tier, names the place. Anything
 * but an object is a T1. Never throws. Time grows with the size of the schema, which the limits bound.
 */
export function lintSchema(schema: unknown, options: LintSchemaOptions = {}): readonly LintFinding[] {
  const { tier = 'strict', specOwned = false } = options;
  if (tier === 'off') return [];
  const drafts = draftsOf(schema);
  return drafts.map(({ rule, pointer, message, feature }) => {
    const { why, clause } = LINT_RULES[rule];
    const vendors = feature === undefined ? [] : vendorsAffected(feature);
    return { rule, level: levelOf(rule, tier, specOwned), pointer, message, why, vendors, clause };
  });
}

function draftsOf(schema: unknown): readonly LintDraft[] {
  const limit = limitMet(schema);
  if (limit !== null) return [{ rule: 'schema_limit', place: 0, ...limit }];
  if (!isRecord(schema))
    return [{ rule: 'T1', place: 0, pointer: '', message: 'This is not a schema of an object.' }];
  const map = schemaPlaces(schema);
  const tier = tierRules(map);
  const all = [...variantRules(map, tier), ...tier, ...recursionRule(map), ...orderingRules(map)];
  const drafts = all.sort((a, b) => a.place - b.place);
  if (drafts.length <= MAX_FINDINGS) return drafts;
  const message = `${drafts.length - MAX_FINDINGS} more findings are left out.`;
  return [...drafts.slice(0, MAX_FINDINGS), { rule: 'schema_limit', place: 0, pointer: '', message }];
}

/** Rules that never are errors (vectors FORMAT 6). */
const WARNINGS: ReadonlySet<LintRule> = new Set<LintRule>(['D6', 'D7', 'T10']);

function levelOf(rule: LintRule, tier: 'strict' | 'warn', specOwned: boolean): LintLevel {
  // What was not linted may break any rule: no tier makes that less.
  if (rule === 'schema_limit') return 'error';
  if (specOwned || rule === 'T11') return 'info';
  return tier === 'warn' || WARNINGS.has(rule) ? 'warning' : 'error';
}

/**
 * T10 (acceptor 11.2): one finding for each `$ref` on a cycle. A reference is on one exactly when it and its target are in the same
 * strongly connected component of "contains" and "refers to"; definitions do not apply where they are written, so
 * containing one does not count. O(places + references), without recursion.
 */
function recursionRule(map: SchemaPlaces): LintDraft[] {
  const edges: number[][] = map.places.map(() => []);
  map.places.forEach((place, index) => {
    if (place.applied) edges[place.parent]?.push(index);
  });
  for (const [place, target] of map.refs) if (target !== null) edges[place]?.push(target);
  const component = components(edges);
  return [...map.refs].flatMap(([place, target]): LintDraft[] => {
    if (target === null || component[place] !== component[target]) return [];
    const pointer = pointerTo(map.places[place]?.pointer ?? '', '$ref');
    const message = 'This reference leads back to a schema that contains it.';
    return [{ rule: 'T10', place, pointer, message, feature: 'recursive-refs' }];
  });
}

/** Tarjan's algorithm with a stack of its own: for each node the number of its component. */
function components(edges: readonly (readonly number[])[]): readonly number[] {
  const order = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(-1);
  const component = new Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  let visited = 0;
  const close = (root: number): void => {
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      component[node] = root;
      if (node === root) return;
    }
  };
  const enter = (node: number): { node: number; next: number } => {
    order[node] = visited;
    low[node] = visited;
    visited += 1;
    open.push(node);
    return { node, next: 0 };
  };
  const lower = (node: number, to: number | undefined): void => {
    low[node] = Math.min(low[node] ?? -1, to ?? -1);
  };
  for (let start = 0; start < edges.length; start += 1) {
    if (order[start] !== -1) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = edges[top.node]?.[top.next];
      top.next += 1;
      if (to === undefined) {
        path.pop();
        if (low[top.node] === order[top.node]) close(top.node);
        const above = path.at(-1);
        if (above !== undefined) lower(above.node, low[top.node]);
      } else if (order[to] === -1) {
        path.push(enter(to));
      } else if (component[to] === -1) {
        lower(top.node, order[to]);
      }
    }
  }
  return component;
}

/** D1 to D8 (acceptor 11.1): variants and their discriminator. `tierDrafts` are the findings of T1 to T9, for D5. O(places × depth). */
function variantRules(map: SchemaPlaces, tierDrafts: readonly LintDraft[]): LintDraft[] {
  const failing = withAncestors(map, tierDrafts);
  return map.places.flatMap((_, place) => [
    ...oneOfRule(map, place),
    ...anyOfRules(place, variantBranches(map, place), failing),
  ]);
}

function oneOfRule(map: SchemaPlaces, place: number): LintDraft[] {
  const found = map.places[place];
  if (found === undefined || !Object.hasOwn(found.schema, 'oneOf')) return [];
  const message = 'Write variants as anyOf with a discriminator.';
  return [{ rule: 'D1', place, pointer: pointerTo(found.pointer, 'oneOf'), message, feature: 'oneOf' }];
}

function anyOfRules(place: number, branches: readonly Branch[], failing: ReadonlySet<number>): LintDraft[] {
  const at = (rule: LintDraft['rule'], branch: Branch, message: string): LintDraft[] => [
    { rule, place, pointer: branch.pointer, message },
  ];
  const unresolved = branches.filter((branch) => branch.state === 'unresolved');
  return [
    ...unresolved.flatMap((branch) => at('D7', branch, 'The reference leads nowhere in this document.')),
    ...(isVariant(branches) ? discriminatorRules(branches, at) : []),
    ...branches
      .filter((branch) => branch.place !== null && failing.has(branch.place))
      .flatMap((branch) => at('D5', branch, 'This branch has findings of the Tier-1 subset.')),
  ];
}

/** D8: scalars need no discriminator, and one schema or null is an optional value rather than a variant. */
function isVariant(branches: readonly Branch[]): boolean {
  if (branches.every(({ state }) => state !== 'object')) return false;
  return branches.filter(({ state }) => state !== 'null').length > 1 || branches.length === 1;
}

type At = (rule: LintDraft['rule'], branch: Branch, message: string) => LintDraft[];

function discriminatorRules(branches: readonly Branch[], at: At): LintDraft[] {
  const name = discriminatorOf(branches);
  const seen = new Set<string>();
  return branches
    .filter(({ state }) => state === 'object' || state === 'plain')
    .flatMap((branch) => {
      if (branch.candidates.length === 0 || name === null)
        return at('D2', branch, 'No property has type string and an enum of one value.');
      const found = branch.candidates.find((candidate) => candidate.name === name);
      if (found === undefined)
        return at('D4', branch, `Other branches are distinguished by ${quoted(name)}.`);
      const repeated = seen.has(found.literal);
      seen.add(found.literal);
      return [
        ...(found.viaConst
          ? at('D6', branch, `Write const of ${quoted(name)} as an enum of one value.`)
          : []),
        ...(found.required ? [] : at('D3', branch, `${quoted(name)} must be in required.`)),
        ...(repeated ? at('D4', branch, `An earlier branch has the same value of ${quoted(name)}.`) : []),
      ];
    });
}

/** The places with a finding, and all that contain one of them. */
function withAncestors(map: SchemaPlaces, drafts: readonly LintDraft[]): ReadonlySet<number> {
  const failing = new Set<number>();
  for (let { place } of drafts) {
    while (place >= 0 && !failing.has(place)) {
      failing.add(place);
      place = map.places[place]?.parent ?? -1;
    }
  }
  return failing;
}
