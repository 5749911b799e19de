/** The context of an acceptor with every default in place (acceptor 1). */
import { createRedactor, type Redactor } from '@openwop-inspector/base';
import { isDateTime, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { AcceptContext, Contract, Profile, RefusalMode, Trust } from '../accept-context.ts';

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
export interface Settings {
  readonly profile: Profile;
  readonly runId: string;
  readonly nodeId: string | null;
  /** RFC 3339. */
  readonly now: string;
  /** The host follows the rules of v2; never under profile `reference` (acceptor 3.4). */
  readonly isV2: boolean;
  readonly takesEnvelopes: boolean;
  /** Universal kinds and those the host declares; null when unknown. */
  readonly catalogue: ReadonlySet<string> | null;
  readonly schemaVersions: Readonly<Record<string, number>> | null;
  readonly isStrictHost: boolean;
  readonly takesClarifications: boolean;
  readonly countsSchemaResponse: boolean;
  /** Infinity where nothing limits. */
  readonly caps: {
    readonly clarificationRounds: number;
    readonly schemaRounds: number;
    readonly envelopesPerTurn: number;
  };
  readonly maxInlineMediaBytes: number;
  readonly schemas: Readonly<Record<string, unknown>> | null;
  readonly gate: Gate | null;
  readonly trustBoundary: Trust | null;
  readonly isBoundToApproval: boolean;
  readonly allowsVendorMeta: boolean;
  readonly countsAllKinds: boolean;
  readonly meetsTrust: boolean;
  readonly isIndependent: boolean;
  readonly redactor: Redactor;
}

/** Fills every default. Linear in the catalogue, the contract and the secrets. */
export function resolveContext(context: AcceptContext): Settings {
  const host = context.host ?? {};
  const options = context.options ?? {};
  const limits = host.limits ?? {};
  return {
    profile: context.profile ?? 'lenient',
    runId: context.runId ?? 'local-run',
    nodeId: context.nodeId ?? null,
    now: isTime(context.now) ? context.now : NO_TIME,
    isV2: host.major === 2 && context.profile !== 'reference',
    takesEnvelopes: host.aiEnvelope !== false,
    catalogue: host.supportedEnvelopes ? new Set([...UNIVERSAL_KINDS, ...host.supportedEnvelopes]) : null,
    schemaVersions: host.schemaVersions ?? null,
    isStrictHost: host.envelopeStrictness === 'strict',
    takesClarifications: host.clarificationSupported !== false,
    countsSchemaResponse: host.schemaResponsePolicy === 'counted',
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

function isTime(now: string | null | undefined): now is string {
  return typeof now === 'string' && isDateTime(now);
}

/** A contract that lists nothing at all gates nothing; an empty list gates all but the universal kinds. */
function gateOf(contract: Contract | null | undefined): Gate | null {
  if (!Array.isArray(contract?.accepts)) return null;
  const accepted = new Set([...UNIVERSAL_KINDS, ...contract.accepts]);
  return { accepted, acceptedTypes: [...accepted], refusalMode: contract.refusalMode ?? 'fail-node' };
}
