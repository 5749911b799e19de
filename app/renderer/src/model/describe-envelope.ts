import { envelopeSchemaAt } from '@openwop-inspector/acceptor-core';
import { type JSONPath, parse } from 'jsonc-parser';
import { nestingOf } from '../acceptor-worker/json-places.ts';
import type { SchemaFacts } from './schema-facts.ts';

/** Deeper texts are not looked into while typing. */
const DEEPEST = 200;

/** What the schemas say of a path in a text that may be half-written. `schemas` are those of the context. */
export function describeEnvelope(
  schemas: Readonly<Record<string, unknown>>,
): (path: JSONPath, text: string) => SchemaFacts | null {
  return (path, text) => {
    if (nestingOf(text) > DEEPEST) return null;
    const pointer = path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`);
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointer.join(''), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointer.slice(0, -1).join(''), schemas);
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
