import type { ProtocolMajor } from '../connection.ts';
import type { HostError } from './host-error.ts';

/** What a lint says about a discovery document. */
export interface CapabilityFinding {
  /** Stable name, such as `universal_kind_missing`. */
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  /** JSON pointer into the document. */
  readonly pointer: string;
  readonly message: string;
  readonly clause: string;
}

/** Yes, no, or not said: the absence of a capability hides nothing (bundles-and-transport.md section 5.2). */
export type Advertised = 'yes' | 'no' | 'not advertised';

/** A limit that the host declares; null when it declares none. */
export interface HostLimits {
  readonly clarificationRounds: number | null;
  readonly schemaRounds: number | null;
  readonly envelopesPerTurn: number | null;
  readonly maxNodeExecutions: number | null;
  readonly maxRunDurationMs: number | null;
}

/** A discovery document, read: each family at the root first, then under `capabilities`. */
export interface HostDiscovery {
  /** `implementation.name`, or the host's name in the address. */
  readonly name: string;
  readonly version: string | null;
  readonly vendor: string | null;
  /** The version of all requests: what the host prefers among those that we know. */
  readonly protocolVersion: string | null;
  readonly major: ProtocolMajor;
  /** Why this version, for a host that speaks others as well: one sentence. Null for one that does not. */
  readonly versionChoice: string | null;
  /** `stop`: another major version. */
  readonly versionVerdict: 'same' | 'newer-minor' | 'stop' | 'not-said';
  readonly supportedEnvelopes: readonly string[];
  readonly limits: HostLimits;
  /** What the window can use, and what the host says about it. */
  readonly features: Readonly<
    Record<
      | 'debugBundle'
      | 'stream'
      | 'feedback'
      | 'replay'
      | 'interrupts'
      | 'pauseResume'
      | 'a2uiSurface'
      | 'crossHostCausation',
      Advertised
    >
  >;
  /** The document as JSON text, masked, at most 1 MiB. */
  readonly documentText: string;
  readonly findings: readonly CapabilityFinding[];
}

/** A run of the list that some hosts have (`GET /v1/runs`, not in the protocol of v1). */
export interface ListedRun {
  readonly runId: string;
  readonly workflowId: string | null;
  readonly status: string | null;
  readonly startedAt: string | null;
}

export type RunList =
  /** `isCut`: as many as a host sends at once, so that there may be more. */
  | { readonly kind: 'runs'; readonly runs: readonly ListedRun[]; readonly isCut: boolean }
  /** The host has no such list: 404, 405 or 501. */
  | { readonly kind: 'no-list' }
  | { readonly kind: 'error'; readonly error: HostError };

/** What the connection doctor looks at, in this order. */
export const DOCTOR_CHECKS = [
  'address',
  'reachability',
  'tls',
  'discovery',
  'version',
  'auth',
  'scope',
  'run',
  'poll',
  'stream',
  'bundle',
] as const;
export type DoctorCheckId = (typeof DOCTOR_CHECKS)[number];

export interface DoctorCheck {
  readonly id: DoctorCheckId;
  /** `not-tried`: a fault before it, or nothing to try it with (no run named). */
  readonly verdict: 'fine' | 'remark' | 'fault' | 'not-tried';
  /** One sentence: what was found and, for a fault, what to do. */
  readonly words: string;
  readonly error: HostError | null;
}

export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** The first fault; null when there is none. */
  readonly fault: DoctorCheckId | null;
  readonly discovery: HostDiscovery | null;
  readonly durationMs: number;
}
