/**
 * Requests and results of the acceptor's worker. It runs one trial at a time, stores nothing between them, and
 * can be ended at any moment: a schema of a user or a host may block it for ever. Plain data crosses, and each side
 * checks what the other sends (`read-request.ts`, `read-answer.ts`).
 */
import type {
  AcceptContext,
  AcceptResult,
  AcceptStatus,
  AcceptWarning,
  DispatchResult,
  HostDeclaration,
  MissingInput,
  ModelGateResult,
  PatchOperation,
  PlacedFinding,
  PlacedViolation,
  Profile,
  StepId,
  SyntaxProblem,
  TextMark,
  TextRange,
} from '@openwop-inspector/acceptor-core';
import type { AuditedEnvelope, FindingGroup, JudgedEvidence } from '@openwop-inspector/audit';
import type { HostDiscovery } from '@openwop-inspector/host-client';
import type { RefusalCode } from '@openwop-inspector/protocol';
import type { EnvelopeEvidence } from '@openwop-inspector/run-log';

/** What is tried: a text as a model would write it, or JSON, and the context for the acceptor. */
export interface Trial {
  readonly text: string;
  readonly context: AcceptContext;
}

/** A declaration of a host under the name that the user gave it. */
export interface SavedHost {
  readonly name: string;
  readonly host: HostDeclaration;
}

/** One envelope of a text in a line. */
export interface ResultLine {
  readonly envelopeId: string | null;
  readonly type: string | null;
  readonly status: AcceptStatus;
  readonly code: RefusalCode | null;
  readonly step: StepId | 'stopped';
  readonly events: number;
  readonly redactionCount: number;
}

/** A repair that has been tried. */
export interface TriedRepair {
  /** Pointers from the envelope; values of secrets are masked. */
  readonly patch: readonly PatchOperation[];
  readonly reasons: readonly string[];
  /** The whole text with the repair in it, formatted as the text was. */
  readonly text: string;
  /** What becomes of the repaired envelope. */
  readonly outcome: ResultLine;
}

export interface RunAnswer {
  /** Every envelope that was found, in order; one line of refusal when there was none. */
  readonly lines: readonly ResultLine[];
  /** Which of them `result` is. */
  readonly at: number;
  readonly result: AcceptResult;
  /** Warnings that belong to the text as a whole. */
  readonly textWarnings: readonly AcceptWarning[];
  readonly syntax: SyntaxProblem | null;
  readonly marks: readonly TextMark[];
  /** What refused it, in the order of the text, with lines and columns of the text. */
  readonly violations: readonly PlacedViolation[];
  readonly repair: TriedRepair | null;
  /** Time of the acceptor alone, in microseconds. */
  readonly micros: number;
  readonly bytes: number;
}

export interface ProfileAnswer {
  readonly profile: Profile;
  readonly result: AcceptResult;
}

export interface HostAnswer {
  readonly name: string;
  readonly outcome: ResultLine;
  readonly note: string;
}

/** Whether a value satisfies a schema. `why` is one sentence, `pointer` counts from the value. */
export type ValueVerdict =
  | { readonly kind: 'satisfied' }
  | {
      readonly kind: 'violated';
      readonly details: readonly { readonly pointer: string; readonly message: string }[];
    }
  | { readonly kind: 'not-checked'; readonly why: string };

/** Something in a document that keeps it from being answered. Line and column count from 1. */
export interface DocumentProblem extends TextRange {
  /** RFC 6901, '' for the document. */
  readonly pointer: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What came of a document: an answer with marks in its text, or what is wrong with it, at most 50 problems. */
export type Simulated<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly marks: readonly TextMark[] }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };

export interface TurnAnswer {
  readonly result: DispatchResult;
  /** Answers of the document that were not needed. */
  readonly unused: number;
  /** Checks of what was accepted that had nothing to check against. */
  readonly unchecked: readonly MissingInput[];
  /** True when the document names a cap of schema rounds. */
  readonly isLimitKnown: boolean;
}

/** What a host declares, and where that breaks a rule. Names are masked. */
export interface DiscoveryAnswer {
  readonly said: Omit<HostDiscovery, 'documentText' | 'findings'>;
  /** Null when it says nothing of envelopes. */
  readonly declaration: HostDeclaration | null;
  readonly findings: readonly (PlacedFinding & TextRange)[];
}

export interface AcceptorJobs {
  /** Runs the text. `at` chooses the envelope whose steps are given; null takes the first that is not accepted. */
  run: { input: Trial & { readonly at: number | null }; result: RunAnswer };
  /** The same envelope under each profile. */
  profiles: { input: Trial & { readonly at: number }; result: readonly ProfileAnswer[] };
  /** The same envelope against each declaration. */
  hosts: {
    input: Trial & { readonly at: number; readonly hosts: readonly SavedHost[] };
    result: readonly HostAnswer[];
  };
  /** Envelopes of a log with what their host recorded; events not related to an envelope are omitted. */
  audit: {
    input: {
      readonly evidence: readonly EnvelopeEvidence[];
      /** Takes precedence over the log: the host's declarations and schemas. */
      readonly context: AcceptContext;
    };
    result: readonly AuditedEnvelope[];
  };
  /** Envelopes of a log at each of these hosts, without what is of the host that recorded them. */
  portability: {
    input: { readonly evidence: readonly EnvelopeEvidence[]; readonly hosts: readonly SavedHost[] };
    result: readonly JudgedEvidence[];
  };
  /** What is wrong with a discovery document and with schemas, as findings of an audit; null for none of them. */
  published: {
    input: {
      readonly discovery: { readonly file: string; readonly document: unknown } | null;
      readonly schemas: { readonly file: string; readonly schemas: Readonly<Record<string, unknown>> } | null;
    };
    result: readonly FindingGroup[];
  };
  /** A turn of a model, as `dispatch` takes it (acceptor 5). */
  turn: { input: { readonly text: string }; result: Simulated<TurnAnswer> };
  /** A question to the model-capability gate, as `gate` takes it (acceptor 5.1). */
  gate: { input: { readonly text: string }; result: Simulated<ModelGateResult> };
  /** A discovery document, as `discovery` takes it (bundles 5.2). */
  discovery: { input: { readonly text: string }; result: Simulated<DiscoveryAnswer> };
  /** A value against a schema that a host brought. */
  check: { input: { readonly schema: unknown; readonly value: unknown }; result: ValueVerdict };
}

export type AcceptorJob = keyof AcceptorJobs;
export type AcceptorInput<N extends AcceptorJob> = AcceptorJobs[N]['input'];
export type AcceptorResult<N extends AcceptorJob> = AcceptorJobs[N]['result'];

/** Kinds whose schema was running when a worker had to be ended, and after which time. */
export interface EndedKinds {
  readonly kinds: readonly string[];
  readonly limitMs: number;
}

/** Window to worker. */
export interface AcceptorRequest<N extends AcceptorJob = AcceptorJob> {
  readonly id: number;
  readonly job: N;
  readonly input: AcceptorInput<N>;
  /** Given when the same question ended a worker before: the checks of these kinds are stopped and not run again. */
  readonly ended?: EndedKinds;
}

/** Worker to window. */
export type AcceptorMessage =
  /** Said once, when the worker can take requests. */
  | { readonly ready: true }
  /** The kind whose foreign schema runs from now on; null when none does any more. */
  | { readonly id: number; readonly running: string | null }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly bug: string };
