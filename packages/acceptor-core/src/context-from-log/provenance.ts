/** How sure each field of a rebuilt context is. */

/**
 * `known`: the log says it. `assumed`: it follows from the log under an assumption that the note names. `unknown`: the
 * log does not say it, and the field has its default.
 */
export type Standing = 'known' | 'assumed' | 'unknown';

/** One field of the context, where it was read, and how sure it is. */
export interface Provenance {
  /** Name of the field as in a context file, such as `host.limits.schemaRounds`. */
  readonly field: string;
  readonly standing: Standing;
  /** `sequence` of the events it was read from; absent when it was read from none. */
  readonly from?: readonly number[];
  /** One sentence for the user, without a full stop. */
  readonly note: string;
}

/** A possible value of a log at a place. */
interface Placed {
  readonly sequence: number | null;
}

/** Sequences listed for one field. */
const LISTED = 8;

/** A row about a field. Events without a sequence are not listed; of many, the latest are. */
export function provenanceOf(
  field: string,
  standing: Standing,
  note: string,
  from: readonly (Placed | null)[] = [],
): Provenance {
  const sequences: number[] = [];
  for (let at = from.length - 1; at >= 0 && sequences.length < LISTED; at--) {
    const sequence = from[at]?.sequence ?? null;
    if (sequence !== null) sequences.unshift(sequence);
  }
  return sequences.length === 0 ? { field, standing, note } : { field, standing, note, from: sequences };
}

/** A part of a context with the rows about it. */
export interface Rebuilt<T> {
  readonly value: T;
  readonly provenance: readonly Provenance[];
}
