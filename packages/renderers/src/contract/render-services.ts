/** Services of the application for renderers. Each needs a click of the user. */
import type { MaskedText } from '@openwop-inspector/base';
import { createContext, useContext } from 'react';
import type { PayloadSource } from '../payload/value-source.ts';
import type { RenderSubject } from './render-subject.ts';

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
