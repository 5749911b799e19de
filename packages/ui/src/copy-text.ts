import type { MaskedText } from '@openwop-inspector/base';

/** What became of a copy. `refused` carries the words of the platform. */
export type CopyResult = { readonly kind: 'copied' } | { readonly kind: 'refused'; readonly message: string };

/** Puts text without secrets on the clipboard (security S-14). Needs a gesture of the user; never throws. */
export async function copyText(text: MaskedText): Promise<CopyResult> {
  try {
    await navigator.clipboard.writeText(text);
    return { kind: 'copied' };
  } catch (reason) {
    return copyBySelection(text) ? { kind: 'copied' } : { kind: 'refused', message: String(reason) };
  }
}

/** The older way, for windows in which the clipboard interface is not granted. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const done = document.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
