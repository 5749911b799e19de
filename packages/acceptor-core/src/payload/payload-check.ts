/** Finds the check of a kind's payload: a published schema, or one of the user or the host (acceptor 3.2). */
import { envelopePayloadErrors, PUBLISHED_KINDS, publishedKindSchema } from '@openwop-inspector/protocol';
import type { ForeignError, SchemaCompiler } from '../acceptor.ts';
import { ownValue } from '../pipeline/json-object.ts';
import type { Settings } from '../pipeline/settings.ts';

/** How the payload of one kind is checked. */
export type PayloadCheck =
  | {
      readonly isAvailable: true;
      /** True when the schema is one of the protocol. */
      readonly isPublished: boolean;
      readonly schema: unknown;
      /** Null when the check was stopped. */
      readonly errors: (payload: unknown) => readonly ForeignError[] | null;
    }
  | { readonly isAvailable: false; readonly reason: string };

/** Foreign kinds whose check is kept; a hostile run has as many kinds as envelopes. */
const MOST_KEPT = 256;

const NO_SCHEMA: PayloadCheck = Object.freeze({
  isAvailable: false,
  reason: 'no schema of this kind is known',
});

const published: ReadonlyMap<string, PayloadCheck> = new Map(
  PUBLISHED_KINDS.map((kind): [string, PayloadCheck] => [kind, publishedCheck(kind)]),
);

function publishedCheck(kind: string): PayloadCheck {
  const errors = envelopePayloadErrors(kind);
  if (errors === null) return NO_SCHEMA;
  return { isAvailable: true, isPublished: true, schema: publishedKindSchema(kind), errors };
}

/**
 * The check for a kind. Published schemas win over given ones. A given schema is compiled at its first use and kept
 * for as long as the context gives the same one; `compile` never sees a published kind.
 */
export function payloadChecks(
  compile: SchemaCompiler | undefined,
): (settings: Settings, kind: string) => PayloadCheck {
  const kept = new Map<string, { readonly schema: unknown; readonly check: PayloadCheck }>();
  return (settings, kind) => {
    const known = published.get(kind);
    if (known !== undefined) return known;
    const schema = settings.schemas === null ? undefined : ownValue(settings.schemas, kind);
    if (schema === undefined) return NO_SCHEMA;
    const found = kept.get(kind);
    if (found !== undefined && Object.is(found.schema, schema)) return found.check;
    const check = compiledCheck(compile, kind, schema);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(kind, { schema, check });
    return check;
  };
}

function compiledCheck(compile: SchemaCompiler | undefined, kind: string, schema: unknown): PayloadCheck {
  if (compile === undefined) return { isAvailable: false, reason: 'schemas are not compiled here' };
  const compiled = compile(kind, schema);
  return compiled.ok
    ? { isAvailable: true, isPublished: false, schema, errors: compiled.check }
    : { isAvailable: false, reason: compiled.reason };
}
