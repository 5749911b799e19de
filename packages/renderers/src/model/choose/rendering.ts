/** What is displayed for an envelope, as plain data. */
import type { RenderingDisplay, WarningCode } from '@openwop-inspector/protocol';
import type { MediaContent } from './media-content.ts';
import type { RenderRule } from './render-rules.ts';

/** Who shows it. `raw` takes everything; `a2ui` is the surface of the closed catalogue. */
export type RendererName = RenderingDisplay | 'raw' | 'a2ui';

/** The chosen rendering, and why. Nothing in it was requested from anywhere. */
export interface Rendering {
  readonly renderer: RendererName;
  /** What chose the renderer: `meta.rendering.display`, the kind, or nothing that could be followed. */
  readonly decidedBy: 'hint' | 'kind' | 'fallback';
  /** The text of the payload (envelope 2.2); null for media and surfaces, and when it is too large to write out. */
  readonly text: string | null;
  /** Pointer of the text from the envelope; null for the payload written as JSON. */
  readonly textPointer: string | null;
  readonly title: string | null;
  /** Language of code as the hint names it; it chooses colours and nothing else. */
  readonly lang: string | null;
  /** From the payload, else from the hint; null is displayed as "no description given". */
  readonly alt: string | null;
  /** For image, audio and file; null otherwise. */
  readonly media: MediaRendering | null;
  /** The reader does not support the kind: it is not rendered, and the run does not fail (envelope 7.4). */
  readonly isUnsupportedKind: boolean;
  readonly warnings: readonly RenderWarning[];
  /** Why it is displayed like this and not otherwise, first what weighed most. Empty when nothing was passed over. */
  readonly notes: readonly RenderNote[];
}

/** How the content of a media payload may be displayed. Its bytes stay where they are, at `/payload/base64`. */
export interface MediaRendering extends MediaContent {
  /** May be displayed in place: a known type, agreed by its first bytes, within the limits. Always false for a URL. */
  readonly inline: boolean;
  readonly durationSeconds: number | null;
  /** The address may be opened outside after a confirmation: http or https only. */
  readonly link: boolean;
  /** Default name of a save dialog. */
  readonly saveName: string;
}

/** A warning in the words of the acceptor, with the place it is about. */
export interface RenderWarning {
  readonly code: WarningCode;
  /** RFC 6901 pointer from the envelope. */
  readonly pointer: string;
}

/** One reason for the panel "why this did not render". `RENDER_RULES` has its words. */
export interface RenderNote {
  readonly rule: RenderRule;
  /** RFC 6901 pointer from the envelope to the value that the rule checked. */
  readonly pointer: string;
}
