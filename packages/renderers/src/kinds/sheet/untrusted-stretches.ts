/** Finds what stands between the `<UNTRUSTED>` markers of a composed prompt (run-events 3.2.8). */

/** Stretches put together are the text; the markers belong to the untrusted ones and stay to be seen. */
export interface PromptStretch {
  readonly text: string;
  readonly isUntrusted: boolean;
}

const MARKER = /<(\/?)UNTRUSTED\b[^>]{0,400}>/gi;

/**
 * Splits a text at its markers. A marker that is never closed marks everything after it, and a closing one without an
 * opening before it marks itself: doubt is untrusted. Markers do not nest, the first closing one ends. O(length).
 */
export function untrustedStretches(text: string): readonly PromptStretch[] {
  const stretches: PromptStretch[] = [];
  const add = (from: number, to: number, isUntrusted: boolean) => {
    if (to > from) stretches.push({ text: text.slice(from, to), isUntrusted });
  };
  let from = 0;
  let opened: number | null = null;
  for (const found of text.matchAll(MARKER)) {
    const end = found.index + found[0].length;
    const closes = found[1] === '/';
    if (closes) {
      add(from, opened ?? found.index, false);
      add(opened ?? found.index, end, true);
      from = end;
      opened = null;
    } else opened ??= found.index;
  }
  add(from, opened ?? text.length, false);
  if (opened !== null) add(opened, text.length, true);
  return stretches;
}
