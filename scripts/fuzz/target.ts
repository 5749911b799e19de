/**
 * Something that takes foreign bytes. `run` must come back: what it throws, what never ends and what fills the memory is
 * a failure, and so is a `FuzzFailure` for a property that does not hold.
 */
export interface FuzzTarget {
  readonly name: string;
  /** Sound inputs, to be bent. */
  readonly seeds: readonly (string | Uint8Array)[];
  readonly run: (bytes: Uint8Array<ArrayBuffer>) => unknown;
}

/** A property that does not hold. */
export class FuzzFailure extends Error {}

/** What may never stand in masked output. Planted where every rule knows a secret. */
export const PLANTED = 'CANARYvvq81kzXw7f3aP0';

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The value of a JSON text, or the text itself. */
export function parsedOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function mustHide(output: string): void {
  if (output.includes(PLANTED)) throw new FuzzFailure('the planted secret is in the masked output');
}

export function mustEqual(one: unknown, other: unknown, what: string): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) throw new FuzzFailure(what);
}
