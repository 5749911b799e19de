/** A capability document as the acceptor takes it (envelope 9). */

import {
  countAt,
  isRecord,
  type JsonObject,
  objectAt,
  ownString,
  ownValue,
  textsAt,
} from '@openwop-inspector/base';
import { hasV2Form } from '@openwop-inspector/protocol';
import type { HostDeclaration, Limits } from '../accept-context.ts';
import { COUNTER_OF } from './payload-facts.ts';

/**
 * Reads a discovery document (`/.well-known/openwop`): each family at the root first, then under `capabilities`. Only
 * what the document says is set; a member of a wrong type counts as absent. In v2 kinds, their versions and the
 * strictness are members of records (bundles 12.1), and a record that is not there lists nothing. Null when it says nothing
 * of envelopes.
 * Never throws.
 */
export function readHostDeclaration(document: unknown): HostDeclaration | null {
  if (!isRecord(document)) return null;
  const inner = ownValue(document, 'capabilities');
  const layers = isRecord(inner) ? [document, inner] : [document];
  const isV2 = hasV2Form(document);
  const declaration = present({
    major: isV2 ? 2 : undefined,
    supportedEnvelopes: first(
      layers,
      (layer) =>
        textsAt(layer, 'supportedEnvelopes') ??
        textsAt(objectAt(layer, 'supportedEnvelopes'), 'kinds') ??
        (isV2 ? [] : null),
    ),
    schemaVersions: first(layers, (layer) => versionsIn(layer) ?? (isV2 ? {} : null)),
    envelopeStrictness: first(layers, strictnessIn),
    aiEnvelope: first(layers, takesEnvelopes),
    schemaResponsePolicy: first(layers, responsePolicyIn),
    limits: first(layers, limitsIn),
    maxInlineMediaBytes: first(layers, (layer) =>
      countAt(objectAt(layer, 'aiProviders'), 'maxInlineMediaBytes'),
    ),
  });
  return Object.keys(declaration).length === 0 ? null : declaration;
}

function first<T>(layers: readonly JsonObject[], read: (layer: JsonObject) => T | null): T | undefined {
  for (const layer of layers) {
    const value = read(layer);
    if (value !== null) return value;
  }
  return undefined;
}

function present(declaration: HostDeclaration): HostDeclaration {
  return Object.fromEntries(Object.entries(declaration).filter(([, value]) => value !== undefined));
}

function versionsIn(layer: JsonObject): Readonly<Record<string, number>> | null {
  const family = ownValue(layer, 'schemaVersions');
  if (!isRecord(family)) return null;
  const kinds = ownValue(family, 'kinds');
  const versions = isRecord(kinds) ? kinds : family;
  const counts = Object.keys(versions).flatMap((kind) => {
    const version = countAt(versions, kind);
    return version === null ? [] : [[kind, version] as const];
  });
  // Not by assignment: a kind may be called `__proto__`.
  return Object.fromEntries(counts);
}

function strictnessIn(layer: JsonObject): 'warn' | 'strict' | null {
  const inV2 = ownString(objectAt(layer, 'envelopeStrictness'), 'mode');
  const strictness = ownString(layer, 'envelopeStrictness') ?? inV2;
  return strictness === 'warn' || strictness === 'strict' ? strictness : null;
}

function takesEnvelopes(layer: JsonObject): boolean | null {
  const family = ownValue(layer, 'aiEnvelope');
  if (family === false) return false;
  const supported = isRecord(family) ? ownValue(family, 'supported') : undefined;
  return typeof supported === 'boolean' ? supported : null;
}

function responsePolicyIn(layer: JsonObject): 'counted' | 'exempt' | null {
  const policy = ownString(objectAt(layer, 'aiEnvelope'), 'schemaResponseCounterPolicy');
  return policy === 'counted' || policy === 'exempt' ? policy : null;
}

function limitsIn(layer: JsonObject): Limits | null {
  const limits = ownValue(layer, 'limits');
  if (!isRecord(limits)) return null;
  const counters = Object.values(COUNTER_OF).flatMap((name) => {
    const cap = countAt(limits, name);
    return cap === null ? [] : [[name, cap] as const];
  });
  return counters.length === 0 ? null : Object.fromEntries(counters);
}
