import { parseExactly, WrittenNumber } from '@openwop-inspector/base';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Parses user-typed JSON to be sent. A number that would be sent with another value is rejected. */
export function readJson(text: string): JsonReading {
  try {
    const lossy = firstLossy(parseExactly(text));
    return lossy === null ? { ok: true, value: JSON.parse(text) } : { ok: false, message: lossyText(lossy) };
  } catch (error) {
    return {
      ok: false,
      message: `Not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    };
  }
}

/** The first number of a value that a double cannot represent; null for none. Iterative. */
function firstLossy(value: unknown): WrittenNumber | null {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof WrittenNumber) return next;
    if (typeof next !== 'object' || next === null) continue;
    for (const member of Object.values(next).reverse()) pending.push(member);
  }
  return null;
}

/** Why a number is rejected. */
export function lossyText({ text }: WrittenNumber): string {
  const displayed = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `The number ${displayed} would be sent with another value: it has more digits than a double keeps.`;
}
