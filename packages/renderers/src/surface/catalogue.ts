/** The closed catalogue 0.9.1 as a table, for words about what is not in it (envelope 7.2). Not what decides. */

import { unreachable } from '@openwop-inspector/base';

/** How a member is written in JSON. */
type MemberKind = 'string' | 'boolean' | 'level' | 'options' | 'action';

interface CatalogueMember {
  readonly kind: MemberKind;
  readonly required: boolean;
}

const text: CatalogueMember = { kind: 'string', required: true };
const placeholder: CatalogueMember = { kind: 'string', required: false };
const flag: CatalogueMember = { kind: 'boolean', required: false };
const named = [
  ['id', text],
  ['label', text],
] as const;

/** Members of each component besides `component`. */
export const CATALOGUE: ReadonlyMap<string, ReadonlyMap<string, CatalogueMember>> = new Map(
  Object.entries({
    heading: [
      ['text', text],
      ['level', { kind: 'level', required: false }],
    ],
    text: [['text', text]],
    'field.text': [...named, ['placeholder', placeholder], ['required', flag]],
    'field.date': [...named, ['required', flag]],
    'field.select': [...named, ['options', { kind: 'options', required: true }], ['required', flag]],
    'field.checkbox': [...named, ['default', flag]],
    'action.button': [...named, ['action', { kind: 'action', required: true }]],
  } satisfies Record<string, readonly (readonly [string, CatalogueMember])[]>).map(([name, members]) => [
    name,
    new Map<string, CatalogueMember>(members),
  ]),
);

/** Names of the seven components, in the order of the specification. */
export const COMPONENT_NAMES: readonly string[] = [...CATALOGUE.keys()];

/** Returns the text of the requirement on a member. */
export function memberText(kind: MemberKind): string {
  switch (kind) {
    case 'string':
      return 'a string';
    case 'boolean':
      return 'true or false';
    case 'level':
      return 'a whole number from 1 to 6';
    case 'options':
      return 'a list of {value, label}, at least one';
    case 'action':
      return '{"target": "resume"} or {"target": "exchange"}';
    default:
      return unreachable(kind);
  }
}

/** Returns a legal example of a member, without content. */
export function memberForm(kind: MemberKind): string {
  switch (kind) {
    case 'string':
      return '"…"';
    case 'boolean':
      return 'false';
    case 'level':
      return '1';
    case 'options':
      return '[{ "value": "…", "label": "…" }]';
    case 'action':
      return '{ "target": "resume" }';
    default:
      return unreachable(kind);
  }
}
