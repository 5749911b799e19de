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
import { parsedJson, pointerOf, valueAt } from '@openwop-inspector/base';
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
  card.append(title, ` ${typeText(facts)}`);
  for (const line of [facts.description ?? facts.title ?? '', allowedText(facts)]) {
    if (line === '') continue;
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    card.append(paragraph);
  }
  return card;
}

function typeText({ type, isRequired }: SchemaFacts): string {
  return [type.join(' or '), isRequired ? 'required' : ''].filter((word) => word !== '').join(', ');
}

function allowedText({ enum: values }: SchemaFacts): string {
  return values.length === 0 ? '' : `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

function complete(context: CompletionContext, describe: Describe): CompletionResult | null {
  const text = context.state.doc.toString();
  if (text.length > LONGEST) return null;
  const { path, isAtPropertyKey, previousNode } = getLocation(text, context.pos);
  const inside = previousNode !== undefined && context.pos > previousNode.offset;
  if (!context.explicit && !inside) return null;
  const from = inside ? previousNode.offset : context.pos;
  const to = inside ? previousNode.offset + previousNode.length : context.pos;
  const options = isAtPropertyKey
    ? keyOptions(describe(path.slice(0, -1), text), keysAt(text, path.slice(0, -1)), inside)
    : valueOptions(describe(path, text));
  return options.length === 0 ? null : { from, to, options, validFor: /^"?[^"]*"?$/ };
}

function keyOptions(
  facts: SchemaFacts | null,
  taken: ReadonlySet<string>,
  inside: boolean,
): readonly Completion[] {
  return (facts?.properties ?? [])
    .filter(({ name }) => !taken.has(name))
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

/** Existing keys of the object at a path, as far as the text can be parsed. */
function keysAt(text: string, path: JSONPath): ReadonlySet<string> {
  const value = valueAt(parsedJson(text), pointerOf(path));
  return typeof value === 'object' && value !== null ? new Set(Object.keys(value)) : new Set();
}
