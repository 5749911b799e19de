/** From a key press to the chord that commands are bound to. Pure, so that the map can be tested without a window. */

/** The part of a keyboard event that counts. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The chord of a press: `j`, `G`, `?`, `F6`, `shift+F6`, `mod+k`, `mod+shift+Tab`, `alt+ArrowLeft`. `mod` is Control, on a
 * Mac Command.
 * Shift is part of a printable character and is only named together with other keys. Null for presses we never bind: with Alt
 * and another key, or with the modifier that is not `mod`.
 */
export function chordOf(press: KeyPress, apple: boolean): string | null {
  const mod = apple ? press.metaKey : press.ctrlKey;
  const other = apple ? press.ctrlKey && press.key !== 'Tab' : press.metaKey;
  // What else Alt does is the system's: letters of another layout, menus.
  if (press.altKey)
    return /^Arrow(Left|Right)$/.test(press.key) && !mod && !other ? `alt+${press.key}` : null;
  if (other) return null;
  const printable = press.key.length === 1;
  const key = printable && mod ? press.key.toLowerCase() : press.key;
  const shift = press.shiftKey && (!printable || mod);
  const isMod = mod || (apple && press.ctrlKey);
  return `${isMod ? 'mod+' : ''}${shift ? 'shift+' : ''}${key}`;
}

/** True for chords that a text field leaves to the window: those with a modifier, function keys and Escape. */
export function worksInText(chord: string): boolean {
  return chord.startsWith('mod+') || /^(shift\+)?F\d+$/.test(chord) || chord === 'Escape';
}

/** True while typing goes into the element: single letters then rest. */
export function takesText(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.shadowRoot !== null) return takesText(element.shadowRoot.activeElement);
  if (element.isContentEditable || element instanceof HTMLTextAreaElement) return true;
  if (element instanceof HTMLSelectElement) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return !['checkbox', 'radio', 'button', 'submit', 'range', 'file', 'color'].includes(element.type);
}

/** True where the command key takes the part of Control. */
export const isApple = (platform: string): boolean => /mac|iphone|ipad|darwin/i.test(platform);

const CAPS: ReadonlyMap<string, string> = new Map([
  ['shift', 'Shift'],
  ['Escape', 'Esc'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['Enter', '↵'],
]);

/** The caps of a chord as printed on this machine's keys: `mod+k` is Ctrl K, or ⌘ K on a Mac. */
export function keyCaps(chord: string, apple: boolean): readonly string[] {
  // `+` alone is a key, not two empty parts.
  const parts = chord === '+' ? [chord] : chord.split('+');
  return parts.map((part) => {
    if (part === 'mod') return apple ? '⌘' : 'Ctrl';
    if (part === 'alt') return apple ? '⌥' : 'Alt';
    const cap = CAPS.get(part);
    if (cap !== undefined) return cap;
    return parts.length > 1 && part.length === 1 ? part.toUpperCase() : part;
  });
}

/** The caps of a chord on the machine this window runs on. */
export const commandKeys = (chord: string): readonly string[] => keyCaps(chord, isApple(navigator.platform));
