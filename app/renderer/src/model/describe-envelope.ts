import { envelopeSchemaAt } from '@openwop-inspector/acceptor-core';
import { jsonDepth, pointerOf } from '@openwop-inspector/base';
import { type JSONPath, parse } from 'jsonc-parser';
import type { SchemaFacts } from './schema-facts.ts';

/** Deeper texts are not looked into while typing. */
const DEEPEST = 200;

/** What the schemas say of a path in a text that may be half-written. `schemas` are those of the context. */
export function describeEnvelope(
  schemas: Readonly<Record<string, unknown>>,
): (path: JSONPath, text: string) => SchemaFacts | null {
  return (path, text) => {
    if (jsonDepth(text) > DEEPEST) return null;
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointerOf(path), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointerOf(path.slice(0, -1)), schemas);
    return {
      description: node.description ?? node.title ?? '',
      types: node.type,
      required: parent?.properties.some(({ name, isRequired }) => name === own && isRequired) ?? false,
      values: node.enum.filter(isScalar),
      properties: node.properties.map(({ name, description, isRequired }) => ({
        name,
        description: description ?? '',
        required: isRequired,
      })),
    };
  };
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
