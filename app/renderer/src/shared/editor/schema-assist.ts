/** Schema information at the pointer or cursor: on hover, and as completion. */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import type { SchemaNode } from '@openwop-inspector/acceptor-core';
import { member, parsedJson, pointerOf, valueAt } from '@openwop-inspector/base';
import { getLocation, type JSONPath } from 'jsonc-parser';

/** What a schema declares of the value at a path. */
export interface SchemaFacts extends SchemaNode {
  /** True for a member that its object needs. */
  readonly isRequired: boolean;
}

/** Facts about the value at a path; null where the schema has none. */
export type Describe = (path: JSONPath, text: string) => SchemaFacts | null;

/** Longer texts are not parsed on every key. */
const LONGEST = 300_000;

/** Hover and completion from a schema. `describe` is called each time, so the kind may change while typing. */
export function schemaAssist(describe: Describe): Extension {
  return [
    hoverTooltip((view, at): Tooltip | null => {
      const text = view.state.doc.toString();
      if (text.length > LONGEST) return null;
      const location = getLocation(text, at);
      const facts = describe(location.path, text);
      const name = location.path.at(-1);
      if (facts === null || name === undefined) return null;
      const from = location.previousNode?.offset ?? at;
      const to = from + (location.previousNode?.length ?? 0);
      if (at < from || at > to) return null;
      return { pos: from, end: to, above: true, create: () => ({ dom: hoverCard(String(name), facts) }) };
    }),
    autocompletion({ override: [(context) => complete(context, describe)], icons: false }),
  ];
}

function hoverCard(name: string, facts: SchemaFacts): HTMLElement {
  const card = document.createElement('div');
  card.className = 'schema-hover';
  const title = document.createElement('code');
  title.textContent = name;
  const { type, isRequired, enum: values, description, title: ownTitle } = facts;
  card.append(title, ` ${[type.join(' or '), isRequired ? 'required' : ''].filter(Boolean).join(', ')}`);
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  for (const line of [description ?? ownTitle ?? '', allowed === '' ? '' : `One of: ${allowed}`]) {
    if (line === '') continue;
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    card.append(paragraph);
  }
  return card;
}

function complete(context: CompletionContext, describe: Describe): CompletionResult | null {
  const text = context.state.doc.toString();
  if (text.length > LONGEST) return null;
  const { path, isAtPropertyKey, previousNode } = getLocation(text, context.pos);
  const inside = previousNode !== undefined && context.pos > previousNode.offset;
  if (!context.explicit && !inside) return null;
  const from = inside ? previousNode.offset : context.pos;
  const to = inside ? previousNode.offset + previousNode.length : context.pos;
  const owner = path.slice(0, -1);
  const options = isAtPropertyKey
    ? keyOptions(describe(owner, text), valueAt(parsedJson(text), pointerOf(owner)), inside)
    : valueOptions(describe(path, text));
  return options.length === 0 ? null : { from, to, options, validFor: /^"?[^"]*"?$/ };
}

/** Members that `object` has not yet; it is undefined where the text cannot be parsed. */
function keyOptions(facts: SchemaFacts | null, object: unknown, inside: boolean): readonly Completion[] {
  return (facts?.properties ?? [])
    .filter(({ name }) => member(object, name) === undefined)
    .map(({ name, description, isRequired }) => ({
      label: `"${name}"`,
      apply: inside ? `"${name}"` : `"${name}": `,
      detail: isRequired ? 'required' : '',
      info: description ?? '',
      boost: isRequired ? 1 : 0,
    }));
}

function valueOptions(facts: SchemaFacts | null): readonly Completion[] {
  if (facts === null) return [];
  const values = facts.enum.map((value) => ({ label: JSON.stringify(value) }));
  const words = facts.type.includes('boolean') ? [{ label: 'true' }, { label: 'false' }] : [];
  return [...values, ...words];
}
