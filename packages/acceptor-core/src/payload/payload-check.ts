/** Finds the check of a kind's payload: a published schema, or one of the user or the host (acceptor 3.2). */
import { ownValue } from '@openwop-inspector/base';
import {
  envelopePayloadErrors,
  type Known,
  known,
  PUBLISHED_KINDS,
  publishedKindSchema,
  SURFACE_V2_SCHEMA,
  surfaceV2Errors,
  unknown,
} from '@openwop-inspector/protocol';
import type { ForeignCheck, SchemaCompiler } from '../foreign-check.ts';
import { compiledOnce } from '../foreign-schemas/copy-json.ts';
import type { Settings } from '../pipeline/settings.ts';

/** The schema of one kind. */
export interface KindSchema {
  /** True when the schema is one of the protocol. */
  readonly isPublished: boolean;
  readonly schema: unknown;
  readonly errors: ForeignCheck;
}

/**
 * The check of the payload of one kind. Null without a schema of the kind, which refuses nothing (acceptor 3.2);
 * unknown where one was given and cannot be used.
 */
export type PayloadCheck = Known<KindSchema | null>;

const NO_COMPILER = {
  code: 'not-run',
  what: 'the check of the payload',
  why: 'schemas of hosts are not compiled here',
} as const;

const NO_SCHEMA: PayloadCheck = Object.freeze(known(null));

const published: ReadonlyMap<string, PayloadCheck> = new Map(
  PUBLISHED_KINDS.map((kind): [string, PayloadCheck] => [kind, publishedCheck(kind)]),
);

function publishedCheck(kind: string): PayloadCheck {
  const errors = envelopePayloadErrors(kind);
  if (errors === null) return NO_SCHEMA;
  const schema = publishedKindSchema(kind);
  return known({ isPublished: true, schema, errors: (payload) => known(errors(payload)) });
}

const surfaceV2: PayloadCheck = known({
  isPublished: true,
  schema: SURFACE_V2_SCHEMA,
  errors: (payload) => known(surfaceV2Errors(payload)),
});

/**
 * Returns the check for a kind, of surfaces for the version that their body is judged by (envelope 7.7). Published
 * schemas win over given ones. A given schema is compiled at its first use and
 * cached for as long as the context gives the same one; `compile` never sees a published kind.
 */
export function payloadChecks(
  compile: SchemaCompiler | undefined,
): (settings: Settings, kind: string, version?: number) => PayloadCheck {
  const compileOnce = compile === undefined ? undefined : compiledOnce(compile);
  return (settings, kind, version) => {
    if (kind === 'ui.a2ui-surface' && version === 2) return surfaceV2;
    const ofProtocol = published.get(kind);
    if (ofProtocol !== undefined) return ofProtocol;
    const schema = settings.schemas === null ? undefined : ownValue(settings.schemas, kind);
    if (schema === undefined) return NO_SCHEMA;
    const compiled = compileOnce?.(kind, schema) ?? unknown(NO_COMPILER);
    return compiled.known ? known({ isPublished: false, schema, errors: compiled.value }) : compiled;
  };
}
