/** D1 to D8: variants and their discriminator (acceptor 11.1). */

import { pointerTo } from '@openwop-inspector/base';
import type { LintDraft } from './lint-finding.ts';
import { quoted } from './quoted.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { type Branch, discriminatorOf, variantBranches } from './variant-branches.ts';

/** `tierDrafts` are the findings of T1 to T9, for D5. O(places × depth). */
export function variantRules(map: SchemaPlaces, tierDrafts: readonly LintDraft[]): LintDraft[] {
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

/** D8: scalars need no discriminator, and one schema beside null is an optional value rather than a variant. */
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
      if (branch.candidates.length === 0 || name === null) {
        return at('D2', branch, 'No property has type string and an enum of one value.');
      }
      const found = branch.candidates.find((candidate) => candidate.name === name);
      if (found === undefined) return at('D4', branch, `Other branches are told apart by ${quoted(name)}.`);
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
  for (const draft of drafts) {
    for (
      let place = draft.place;
      place >= 0 && !failing.has(place);
      place = map.places[place]?.parent ?? -1
    ) {
      failing.add(place);
    }
  }
  return failing;
}
