/** Example values for a place of an envelope. */

import { childAt, pointerTokens } from '@openwop-inspector/base';
import { schemaForKind } from '../schema-lookup/envelope-schema.ts';
import { childPlaces, documentPlaces } from '../schema-lookup/schema-place.ts';
import { exampleValue } from './example-value.ts';
import { holdsKindElsewhere } from './kind-elsewhere.ts';
import { catalogueOf, clockOf, placesOf, type Refused } from './repair-step.ts';

/**
 * Returns values for the place at a pointer, the fittest first. Ids and kinds of an envelope come from the context, all
 * else from the schema. A kind is not invented where the envelope has one in another place.
 */
export function examplesFor(refused: Refused, pointer: string): readonly unknown[] {
  const source = { now: clockOf(refused) };
  const { context, envelope } = refused;
  const kind = textOr(childAt(envelope, 'type'), '');
  switch (pointer) {
    case '/type':
      return holdsKindElsewhere(refused) ? [] : (catalogueOf(refused) ?? []);
    case '/envelopeId':
      return ['env-1'];
    case '/correlationId':
      return [correlationId(refused)];
    case '/payload':
      return [exampleValue(documentPlaces(schemaForKind(kind, context.schemas)), source)];
    case '/payload/envelopeType':
      if (kind.startsWith('schema.')) return catalogueOf(refused) ?? ['error'];
  }
  return [exampleValue(declaredAt(refused, pointer), source)];
}

/**
 * Cost of putting an example there. A kind is guessed last, when all else fits: then it shows which one the payload
 * was meant for.
 */
export function exampleCost(pointer: string, cost: number): number {
  return pointer === '/type' ? 9 : cost;
}

/** Returns the declarations for a place, with or without a value. */
function declaredAt(refused: Refused, pointer: string): ReturnType<typeof placesOf> {
  const name = pointerTokens(pointer)?.at(-1);
  if (name === undefined) return placesOf(refused, pointer);
  return childPlaces(placesOf(refused, pointer.slice(0, pointer.lastIndexOf('/'))), name);
}

/** As it would be synthesized (acceptor 2.1), within its bound. */
function correlationId({ context, envelope }: Refused): string {
  const nodeId = textOr(childAt(envelope, 'nodeId'), context.nodeId ?? '');
  const envelopeId = textOr(childAt(envelope, 'envelopeId'), 'env-1');
  return [context.runId ?? 'local-run', nodeId, envelopeId].join(':').slice(0, 128);
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
