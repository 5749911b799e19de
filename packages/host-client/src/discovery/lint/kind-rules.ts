import { isRecord, member, textsAt } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { familyOf } from '../families.ts';
import { finding, someOf } from './capability-rules.ts';
import { takesNoEnvelopes } from './limit-rules.ts';

/** The four kinds that every host takes (envelope 4). */
const UNIVERSAL = ['clarification.request', 'schema.request', 'schema.response', 'error'];
/** The families that the protocol keeps for itself, and what it has defined in them (envelope 8). */
const RESERVED = /^(?:media|ui)\./;
const DEFINED: ReadonlySet<string> = new Set(['media.image', 'media.audio', 'media.file', 'ui.a2ui-surface']);
const NAMESPACED = /^(?:vendor\.[^.]+\.|private\.|x-)/;

/** The catalogue of kinds and their versions (envelope 8 and 9). */
export function kindRules(document: unknown): readonly CapabilityFinding[] {
  const catalogue = familyOf(document, 'supportedEnvelopes');
  const kinds = textsAt({ kinds: catalogue?.value }, 'kinds');
  if (catalogue === undefined || kinds === null) return [];
  const at = catalogue.pointer;
  const listed = new Set(kinds);
  const missing = takesNoEnvelopes(document) ? [] : UNIVERSAL.filter((kind) => !listed.has(kind));
  const seen = new Set<string>();
  const repeated = kinds.filter((kind) => {
    const isRepeated = seen.has(kind);
    seen.add(kind);
    return isRepeated;
  });
  const reserved = kinds.filter((kind) => RESERVED.test(kind) && !DEFINED.has(kind));
  const plain = kinds.filter((kind) => !isCore(kind) && !NAMESPACED.test(kind));
  return [
    ...about(
      missing,
      'universal_kind_missing',
      at,
      (some) => `Every host takes ${some}, but its list leaves that out.`,
    ),
    ...about(repeated, 'kind_duplicate', at, (some) => `Listed more than once: ${some}.`),
    ...about(reserved, 'kind_reserved', at, (some) => `media. and ui. are the protocol's own: ${some}.`),
    ...about(
      plain,
      'kind_not_namespaced',
      at,
      (some) => `Kinds of a host begin with vendor.<host>.: ${some}.`,
    ),
    ...versionRules(document, listed),
  ];
}

function isCore(kind: string): boolean {
  return UNIVERSAL.includes(kind) || RESERVED.test(kind);
}

function versionRules(document: unknown, kinds: ReadonlySet<string>): readonly CapabilityFinding[] {
  const versions = familyOf(document, 'schemaVersions');
  if (versions === undefined || !isRecord(versions.value)) return [];
  const { value, pointer } = versions;
  const without = [...kinds].filter((kind) => member(value, kind) === undefined);
  const others = Object.keys(value).filter((kind) => !kinds.has(kind) && !UNIVERSAL.includes(kind));
  return [
    ...about(without, 'kind_without_version', pointer, (some) => `No version, so none is checked: ${some}.`),
    ...about(
      others,
      'version_without_kind',
      pointer,
      (some) => `A version for what is no listed kind: ${some}.`,
    ),
  ];
}

function about(
  names: readonly string[],
  rule: Parameters<typeof finding>[0],
  pointer: string,
  words: (some: string) => string,
): readonly CapabilityFinding[] {
  return names.length === 0 ? [] : [finding(rule, pointer, words(someOf([...new Set(names)])))];
}
