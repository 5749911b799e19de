/** What the acceptor is given about the host, the run and the node (acceptor 1). */
import type { Secret } from '@openwop-inspector/base';

export type { Secret };

/** How literally the specification is taken (acceptor 1). */
export type Profile = 'lenient' | 'strict' | 'reference';

/** Caps on requests of a model; an absent one does not limit (acceptor 4). */
export interface Limits {
  readonly clarificationRounds?: number | undefined;
  readonly schemaRounds?: number | undefined;
  readonly envelopesPerTurn?: number | undefined;
}

/** How often each limit has been used (acceptor 4). */
export interface Counters {
  readonly clarificationRounds: number;
  readonly schemaRounds: number;
  readonly envelopesPerTurn: number;
}

/** What the host has declared of itself (envelope 9). An absent member is unknown, never a default of the host. */
export interface HostDeclaration {
  /** Major of the protocol whose rules the host follows; 1 unless given (acceptor 3.4). */
  readonly major?: 1 | 2 | undefined;
  /** The catalogue of kinds; unknown when absent. */
  readonly supportedEnvelopes?: readonly string[] | undefined;
  /** Advertised version of each kind; unknown when absent. */
  readonly schemaVersions?: Readonly<Record<string, number>> | undefined;
  /** `warn` unless given. */
  readonly envelopeStrictness?: 'warn' | 'strict' | undefined;
  /** False when the host takes no envelopes; true unless given. */
  readonly aiEnvelope?: boolean | undefined;
  /** False when the host takes no clarifications; true unless given. */
  readonly clarificationSupported?: boolean | undefined;
  /** Whether `schema.response` counts for `envelopesPerTurn`; `exempt` unless given. */
  readonly schemaResponsePolicy?: 'counted' | 'exempt' | undefined;
  readonly limits?: Limits | undefined;
  /** Bytes of inline media that are taken; 262,144 unless given, 0 takes none (envelope 6). */
  readonly maxInlineMediaBytes?: number | undefined;
  /** Declared by some hosts; it never changes a verdict (envelope 5). */
  readonly envelopes?: { readonly reasoning?: unknown } | undefined;
}

export type RefusalMode = 'fail-node' | 'discard-and-warn';

/** Kinds a node takes in addition to the universal four (acceptor S8). */
export interface Contract {
  readonly accepts: readonly string[];
  /** `fail-node` unless given. */
  readonly refusalMode?: RefusalMode | undefined;
}

export type Trust = 'trusted' | 'untrusted';

/** An envelope of this run that was accepted before (acceptor 8). */
export interface PriorOutcome {
  readonly correlationId: string;
  readonly type: string;
  readonly outcome: EnvelopeOutcome;
}

/** What became of an envelope, in the words of the protocol (envelope 3). */
export interface EnvelopeOutcome {
  readonly status: 'accepted' | 'invalid' | 'gated' | 'breached';
  readonly envelopeId?: string | undefined;
  readonly recordedEventIds?: readonly string[] | undefined;
  /** Contains the code; for a breach it names the limit and its value. */
  readonly reason?: string | undefined;
  readonly details?: readonly OutcomeDetail[] | undefined;
  readonly gate?:
    | {
        readonly refusedType: string;
        readonly acceptedTypes: readonly string[];
        readonly refusalMode: RefusalMode;
      }
    | undefined;
  readonly capKind?: CapKind | undefined;
}

export type CapKind = 'envelopes' | 'schema' | 'clarification';

/** One violation, in the vocabulary of Ajv (envelope 3). No text of a secret in any member. */
export interface OutcomeDetail {
  /** RFC 6901 pointer from the checked value: the envelope at S3, the payload at S7. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly message?: string | undefined;
  /** The offending value, shortened and masked, as one line of JSON. */
  readonly value?: string | undefined;
}

/** Optional interpretations of the text (acceptor 4, 7; envelope 2.1). */
export interface AcceptOptions {
  /** Lets unknown keys of `meta` pass when their value is an object; false unless given. */
  readonly allowVendorMeta?: boolean | undefined;
  /** Which kinds count for `envelopesPerTurn`; `all` unless given. */
  readonly envelopeCapScope?: 'all' | 'kind-bound' | undefined;
  /** How the trust tag comes about; `precedence` unless given. */
  readonly trustMode?: 'precedence' | 'meet' | undefined;
  /** Profile `reference` only: every emission meets a fresh host. */
  readonly independent?: boolean | undefined;
}

/** The whole context of an acceptor. Every member may be absent; `null` means absent. */
export interface AcceptContext {
  readonly profile?: Profile | null | undefined;
  /** `local-run` unless given. */
  readonly runId?: string | null | undefined;
  readonly nodeId?: string | null | undefined;
  /** Clock for synthesized times, RFC 3339. The acceptor has no clock of its own. */
  readonly now?: string | null | undefined;
  readonly host?: HostDeclaration | null | undefined;
  /** Kind to JSON Schema 2020-12, for kinds the protocol publishes none for. */
  readonly schemas?: Readonly<Record<string, unknown>> | null | undefined;
  readonly contract?: Contract | null | undefined;
  /** `schemaRounds` and `clarificationRounds` belong to `nodeId`, `envelopesPerTurn` to the turn. */
  readonly counters?: Partial<Counters> | null | undefined;
  readonly trustBoundary?: Trust | null | undefined;
  /** Kind of the interrupt the node is bound to, such as `approval` (acceptor 7). */
  readonly boundInterruptKind?: string | null | undefined;
  readonly secrets?: readonly Secret[] | null | undefined;
  readonly prior?: readonly PriorOutcome[] | null | undefined;
  /** Events of the run from which `prior` is rebuilt (acceptor 8). */
  readonly log?: readonly unknown[] | null | undefined;
  readonly options?: AcceptOptions | null | undefined;
}
