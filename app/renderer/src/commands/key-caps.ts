/** True where the command key takes the part of Control. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad|darwin/i.test(platform);
}

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
export function commandKeys(chord: string): readonly string[] {
  return keyCaps(chord, isApple(navigator.platform));
}
