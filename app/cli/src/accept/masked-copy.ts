import { maskText } from '@openwop-inspector/base';

/**
 * A copy of plain data in which values that look like credentials are masked to their first characters, as screens
 * show them. What the context names as a secret was redacted before; this is for keys that somebody pasted along.
 */
export function maskedCopy<T>(value: T): { readonly value: T; readonly masked: number } {
  const shown = maskText(JSON.stringify(value));
  if (shown.masked === 0) return { value, masked: 0 };
  return { value: JSON.parse(shown.text) as T, masked: shown.masked };
}

/** What a person is told about it. */
export function maskedWords(masked: number): string {
  return masked === 1
    ? '1 value is masked, since it looks like a credential. --unmasked prints it'
    : `${masked} values are masked, since they look like credentials. --unmasked prints them`;
}
