import type { MediaFamily } from '../model/choose/envelope-view.ts';
import type { MediaRendering, RenderWarning } from '../model/choose/rendering.ts';

/** What the media renderers read of an envelope. Types, sizes and limits were decided before, by the model. */
export interface MediaView {
  /** As decided by the model; content of an address is judged again once it is here, and may become a file. */
  readonly family: MediaFamily;
  readonly media: MediaRendering;
  readonly title: string | null;
  /** From the payload, else from the hint; null for none (envelope 2.2). */
  readonly alt: string | null;
  /** `name` of the payload as written; null when there is none. */
  readonly givenName: string | null;
  /** `url` of the payload in the subject, tokens masked; null when there is none. */
  readonly address: string | null;
  readonly warnings: readonly RenderWarning[];
}

/** RFC 6901 pointers from the envelope. */
export const BASE64_POINTER = '/payload/base64';
export const URL_POINTER = '/payload/url';

/** Foreign text for a line: cut, with an ellipsis, never inside a pair of surrogates. */
export function shortText(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
