/** A part of a text. Offsets count UTF-16 units, as the editor does. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The first syntax problem of a text. Line and column count from 1, `byte` (UTF-8) from 0. */
export interface SyntaxProblem extends TextRange {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}

/** Something to be shown at its place in the text. */
export interface TextMark extends TextRange {
  /** `later` is for steps that never ran. */
  readonly tone: 'error' | 'warning' | 'later';
  /** `S7`, or the code of a warning. */
  readonly label: string;
  readonly message: string;
  /** RFC 6901 pointer from the envelope. */
  readonly pointer: string;
}
