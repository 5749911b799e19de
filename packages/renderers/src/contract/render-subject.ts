/** What is put before a renderer, as plain data: one envelope, or one event with its payload. */
import type { EarlierSurfaces } from '../model/a2ui/read-surface.ts';
import type { Rendering } from '../model/choose/rendering.ts';

/** An envelope or an event to be displayed. Two subjects with the same `key` are the same thing with the same content. */
export type RenderSubject = EnvelopeSubject | EventSubject;

interface SubjectBase {
  /** Identifies the subject in its session; folding and input are preserved while it stays the same. */
  readonly key: string;
  /** Secrets are masked, and long strings are left out (`leftOut`); null when it is too large to be handed over. */
  readonly value: unknown;
  /** The document is larger than what is handed over whole: only the tree can show it. */
  readonly tooLarge: boolean;
  /** Strings that are empty in `value`, to be requested from `ContentSource`. */
  readonly leftOut: readonly LeftOut[];
  /** Numbers of `value` that are printed otherwise than they were written. */
  readonly numbers: readonly NumberAsWritten[];
  readonly trust: SubjectTrust;
}

/** `value` is the envelope. */
export interface EnvelopeSubject extends SubjectBase {
  readonly kind: 'envelope';
  /** `type` of the envelope; empty when it has none. */
  readonly type: string;
  /** Decided over the whole envelope, long strings included. */
  readonly rendering: Rendering;
  /** Where it was found. `interrupt`: only a payload was recorded, and its form determines the kind (envelope 7.5). */
  readonly foundIn: 'event' | 'interrupt' | 'text' | 'snapshot' | 'file';
  /** The interrupt that a surface or a question is bound to, if the log names it. */
  readonly interrupt: BoundInterrupt | null;
  /** Earlier envelopes of the run about this surface of schemaVersion 2; absent where no run is known (envelope 7.7). */
  readonly earlier?: EarlierSurfaces;
}

/** `value` is the payload of the event. */
export interface EventSubject extends SubjectBase {
  readonly kind: 'event';
  /** `type` of the event, after the aliases of run-events 3.4. */
  readonly type: string;
  readonly nodeId: string | null;
}

/** A string that is not handed over with the value. */
export interface LeftOut {
  /** RFC 6901 pointer from `value`. */
  readonly pointer: string;
  /** UTF-16 units of the string. */
  readonly length: number;
}

/** A number with digits that a double does not keep, or prints otherwise: 9007199254740993, 1e400, 1.10. */
export interface NumberAsWritten {
  /** RFC 6901 pointer from `value`. */
  readonly pointer: string;
  readonly text: string;
}

/** The target of an answer (run-events 3.2.3). */
export interface BoundInterrupt {
  /** `approval`, `clarification`, `external-event`, `custom` …, as written. */
  readonly kind: string;
  readonly nodeId: string | null;
  /** Schema of the value that resumes it; null when the log does not hold one. */
  readonly resumeSchema: unknown;
}

/** Whether content is trusted, and by what it became untrusted (envelope 2.1, security S-16). */
export interface SubjectTrust {
  /** `unmarked`: nothing says so, neither way. */
  readonly level: 'trusted' | 'untrusted' | 'unmarked';
  /** Source of the taint; null when it is not untrusted or the source is unknown. */
  readonly source: TaintSource | null;
}

/** An event that brought untrusted content into the run. */
export interface TaintSource {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: string;
  /** What it is called in a label: the tool, the node, the peer. Masked; at most 80 characters. */
  readonly name: string | null;
}
