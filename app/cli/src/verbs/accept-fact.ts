/** One fact with its label, in the reports of `accept`. */
import { dim, type Line, line, type Span } from '../terminal/line.ts';

/** Columns of the labels in front of the facts. */
export const LABEL = 12;

/** A label, then what there is to say. */
export function fact(label: string, ...parts: readonly (string | Span)[]): Line {
  return [dim(label.padEnd(LABEL)), ...line(...parts)];
}
