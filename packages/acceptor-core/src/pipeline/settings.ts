/** The context of an acceptor with every default in place (acceptor 1). */
import { createRedactor } from '@openwop-inspector/base';
import { isDateTime, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { AcceptContext, Contract, RefusalMode } from '../accept-context.ts';

/** Bytes of inline media taken when the host says nothing (envelope 6). */
const DEFAULT_INLINE_MEDIA_BYTES = 262_144;
/** Default when no clock is given. */
const NO_TIME = '1970-01-01T00:00:00Z';

/** What the contract of the node lets through. */
export interface Gate {
  readonly accepted: ReadonlySet<string>;
  /** Universal four, then the contract's own, without repeats. */
  readonly acceptedTypes: readonly string[];
  readonly refusalMode: RefusalMode;
}

/** A context, resolved. Built once for an acceptor and once for each override. */
export type Settings = Readonly<ReturnType<typeof resolveContext>>;

/** Fills every default. Linear in the catalogue, the contract and the secrets. */
export function resolveContext(context: AcceptContext) {
  const host = context.host ?? {};
  const options = context.options ?? {};
  const limits = host.limits ?? {};
  return {
    profile: context.profile ?? 'lenient',
    runId: context.runId ?? 'local-run',
    nodeId: context.nodeId ?? null,
    /** RFC 3339. */
    now: typeof context.now === 'string' && isDateTime(context.now) ? context.now : NO_TIME,
    /** The host follows the rules of v2; never under profile `reference` (acceptor 3.4). */
    isV2: host.major === 2 && context.profile !== 'reference',
    takesEnvelopes: host.aiEnvelope !== false,
    /** Universal kinds and those the host declares; null when unknown. */
    catalogue: host.supportedEnvelopes ? new Set([...UNIVERSAL_KINDS, ...host.supportedEnvelopes]) : null,
    schemaVersions: host.schemaVersions ?? null,
    isStrictHost: host.envelopeStrictness === 'strict',
    takesClarifications: host.clarificationSupported !== false,
    countsSchemaResponse: host.schemaResponsePolicy === 'counted',
    /** Infinity where nothing limits. */
    caps: {
      clarificationRounds: limits.clarificationRounds ?? Number.POSITIVE_INFINITY,
      schemaRounds: limits.schemaRounds ?? Number.POSITIVE_INFINITY,
      envelopesPerTurn: limits.envelopesPerTurn ?? Number.POSITIVE_INFINITY,
    },
    maxInlineMediaBytes: host.maxInlineMediaBytes ?? DEFAULT_INLINE_MEDIA_BYTES,
    schemas: context.schemas ?? null,
    gate: gateOf(context.contract),
    trustBoundary: context.trustBoundary ?? null,
    isBoundToApproval: context.boundInterruptKind === 'approval',
    allowsVendorMeta: options.allowVendorMeta === true,
    countsAllKinds: options.envelopeCapScope !== 'kind-bound',
    meetsTrust: options.trustMode === 'meet',
    isIndependent: options.independent === true,
    redactor: createRedactor(context.secrets ?? []),
  };
}

/** A contract that lists nothing at all gates nothing; an empty list gates all but the universal kinds. */
function gateOf(contract: Contract | null | undefined): Gate | null {
  if (!Array.isArray(contract?.accepts)) return null;
  const accepted = new Set([...UNIVERSAL_KINDS, ...contract.accepts]);
  return { accepted, acceptedTypes: [...accepted], refusalMode: contract.refusalMode ?? 'fail-node' };
}
