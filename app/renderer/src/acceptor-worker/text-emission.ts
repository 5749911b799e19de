import type { Emission } from '@openwop-inspector/acceptor-core';

/** Maximum number of envelopes in a text (envelope 10); an array with more goes in as a value, which has no such limit. */
const MAX_IN_TEXT = 256;

/** How a text of the bench goes into an acceptor. */
export function emissionOf(text: string): Extract<Emission, { text: string } | { envelope: unknown }> {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('[')) return { text };
  try {
    const value: unknown = JSON.parse(trimmed);
    return Array.isArray(value) && value.length > MAX_IN_TEXT ? { envelope: value } : { text };
  } catch {
    return { text };
  }
}
