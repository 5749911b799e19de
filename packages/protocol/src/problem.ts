import type { ProblemCode } from './problem-codes.ts';
import type { Severity } from './problem-info.ts';

export type { Severity };

/**
 * Something tolerated or suspicious, with its place. `message` holds codes, ids and counts only,
 * never free text of the content (security rule S-22).
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly sequence?: number;
  readonly eventId?: string;
  /** RFC 6901 pointer inside the event document, or inside the file for a problem of the file. */
  readonly pointer?: string;
  /** Byte of the source, after unpacking, counted from 0. */
  readonly byteOffset?: number;
  /** Line of the source, counted from 1. */
  readonly line?: number;
  /** Section of the protocol or of the project's rules this is about. */
  readonly clause?: string;
}
