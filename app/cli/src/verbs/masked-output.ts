import { formatCount, maskText } from '@openwop-inspector/base';
import type { Terminal, UnmaskedOutput } from '../terminal/terminal.ts';
import { remark } from './complain.ts';

/**
 * Plain data as it is to be shown: values that look like credentials are masked, and how many is said, unless a person
 * asked for them. What a context names as a secret was redacted before; this is for keys that somebody pasted along.
 */
export function shownAs<T>(
  value: T,
  { unmasked }: { readonly unmasked: boolean },
  terminal: Terminal,
): { readonly shown: T; readonly out: UnmaskedOutput } {
  if (unmasked) return { shown: value, out: terminal.unmasked() };
  const { masked, text } = maskText(JSON.stringify(value));
  if (masked === 0) return { shown: value, out: terminal };
  remarkMasked(terminal, masked);
  return { shown: JSON.parse(text) as T, out: terminal };
}

/** Says how many values are masked, and what prints them; nothing of none. */
export function remarkMasked(terminal: Terminal, masked: number): void {
  if (masked === 0) return;
  const words =
    masked === 1
      ? '1 value is masked, since it looks like a credential. --unmasked prints it'
      : `${formatCount(masked)} values are masked, since they look like credentials. --unmasked prints them`;
  remark(terminal, words);
}
