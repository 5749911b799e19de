/** Services of the application for renderers. Each needs a click of the user. */
import type { MaskedText } from '@openwop-inspector/base';
import { createContext, useContext } from 'react';
import type { EarlierSurfaces } from '../model/a2ui/read-surface.ts';
import type { Rendering } from '../model/choose/choose-rendering.ts';
import type { PayloadSource } from '../payload/value-source.ts';

/** The application, as far as renderers know it. One object for the life of a window, or of a gallery. */
export interface RenderServices {
  /** Where the document of the surface frame is, for an `iframe`. */
  readonly surfaceFrameUrl: string;
  /** The run and host of the content, for the text next to a button that loads. */
  readonly place: RenderPlace;
  readonly content: ContentSource;
  /** Copies to the clipboard and says so to assistive technology. */
  copyText(text: string, what: string): Promise<void>;
  /** Opens an http or https address outside, after a question that shows it whole. Does nothing for any other. */
  openLink(address: string): Promise<void>;
  /**
   * Fetches content from an address, once, without credentials, without following redirects, at most 64 MiB, never
   * from a private network unless the run's own host is there. Call it on a click only.
   */
  loadOnce(address: string, signal: AbortSignal): Promise<LoadedContent | ContentProblem>;
  /**
   * As `loadOnce`, for the recorded address at a pointer from the subject's value: in `value` a token of an address is
   * masked, and a masked address cannot be requested. Absent where there is no such source.
   */
  readonly loadFrom?: (
    subject: RenderSubject,
    pointer: string,
    signal: AbortSignal,
  ) => Promise<LoadedContent | ContentProblem>;
  /** Lets the person choose where bytes or a text go. The name is only proposed. */
  saveAs(name: string, content: Blob): Promise<SaveAnswer>;
  /** Selects an event of the session; absent where there is none, as in the gallery. */
  readonly jumpTo?: (ordinal: number) => void;
  /** Takes an envelope to the acceptor; absent where there is none. */
  readonly openInAcceptor?: (subject: RenderSubject) => void;
  /**
   * Sends the action of a pressed button after the user confirms; absent where no host is attached, and a press is a
   * rehearsal. Never rejects.
   */
  readonly sendPressed?: (press: SurfacePress) => Promise<PressAnswer>;
}

/** A press in a surface, as it would answer its interrupt or continue its conversation (envelope 7.3). */
export interface SurfacePress {
  readonly target: 'resume' | 'exchange';
  /** Label of the button, a stranger's text. */
  readonly label: string;
  /** Values of the fields under their ids, and `action` with the id of the button. */
  readonly values: unknown;
  readonly nodeId: string | null;
  readonly interruptKind: string | null;
  /** Of the surface: anything that took trust away took it away for good. */
  readonly contentTrust: 'trusted' | 'untrusted';
}

/** What became of a press that was to be sent. `words` are one sentence of ours. */
export interface PressAnswer {
  readonly kind: 'sent' | 'refused' | 'not-sent';
  readonly words: string;
}

/** Where content comes from, in names to be displayed. */
export interface RenderPlace {
  /** Host name with port of the run's own host; null for a file that does not name it. */
  readonly hostName: string | null;
  readonly runId: string | null;
  /** True only while attached to the host: its own origin, and no other, is sent the credentials. */
  readonly sendsCredentials: boolean;
}

/** Reads the omitted parts of a subject. Pointers count from the subject's value. */
export interface ContentSource {
  /** Bytes of the base64 string at a pointer, decoded off the main thread. At most 64 MiB. */
  bytes(subject: RenderSubject, pointer: string): Promise<LoadedContent | ContentProblem>;
  /** A string whole, secrets masked. At most 8 MiB, the rest is cut. */
  text(subject: RenderSubject, pointer: string): Promise<LoadedText | ContentProblem>;
  /** The tree of the value, for raw JSON. The same object while the subject's key stays the same. */
  tree(subject: RenderSubject): PayloadSource;
}

export interface LoadedContent {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As the answer declared it, without parameters; null for base64 and where nothing was said. */
  readonly declaredType: string | null;
}

export interface LoadedText {
  readonly kind: 'text';
  readonly text: MaskedText;
  readonly truncated: boolean;
}

/** Why there is no content, in one sentence for the user. */
export interface ContentProblem {
  readonly kind: 'problem';
  readonly message: string;
}

export type SaveAnswer =
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | ContentProblem;

const RenderServicesContext = createContext<RenderServices | null>(null);

/** Put around everything that shows a subject. */
export const RenderServicesProvider = RenderServicesContext.Provider;

/** The services around this renderer. */
export function useRenderServices(): RenderServices {
  const services = useContext(RenderServicesContext);
  if (services === null) throw new Error('A renderer is outside of its services.');
  return services;
}

// What is put before a renderer, as plain data: one envelope, or one event with its payload.

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

// Whether a value satisfies the schema of an interrupt. Who knows how to check foreign schemas says so from outside.

export type ResumeCheck =
  | { readonly kind: 'satisfied' }
  /** Places by RFC 6901 pointer from the value, with words of the schema only. */
  | {
      readonly kind: 'violated';
      readonly details: readonly { readonly pointer: string; readonly message: string }[];
    }
  /** `why` is one sentence. */
  | { readonly kind: 'not-checked'; readonly why: string };

/** Checks a value against a schema that a host brought: elsewhere, under limits, never in this window. */
export type CheckResume = (schema: unknown, value: unknown, signal: AbortSignal) => Promise<ResumeCheck>;

const ResumeCheckContext = createContext<CheckResume | null>(null);

/** Provides a schema check to surfaces; without it the rehearsal says "not checked". */
export const ResumeCheckProvider = ResumeCheckContext.Provider;

/** Returns the schema check, or null. */
export const useCheckResume = (): CheckResume | null => useContext(ResumeCheckContext);
