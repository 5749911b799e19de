/** The table of secrets: their names and shapes. Data, with its sources. */
import table from './secret-table.json' with { type: 'json' };

/** One shape of a token: a prefix, and what may follow. */
export interface ShapeRow {
  /** Text of the mark: `github`. Short, lower case, words joined by dashes. */
  readonly id: string;
  readonly service: string;
  /** Where the shape is documented. Facts are taken from there, no text. */
  readonly source: string;
  /** Texts that a token begins with, compared with their case. */
  readonly prefixes: readonly string[];
  /** Name of the characters that may follow the prefix. */
  readonly alphabet: string;
  /** Minimum and maximum number of characters after the prefix. */
  readonly min: number;
  readonly max?: number;
  /** Name of a further check. */
  readonly check?: string;
  /** True when the prefix is an address that stays readable. */
  readonly keeps?: boolean;
  /** Prefixes that no word has: they count inside a word, too, and where a text ends before the token does. */
  readonly inside?: readonly string[];
  /** Number of characters after the prefix of a complete token, where all have the same. */
  readonly full?: number;
}

export const SHAPE_ROWS: readonly ShapeRow[] = table.shapes;
export const SECRET_NAMES = table.names;
