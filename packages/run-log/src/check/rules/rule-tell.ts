import type { ProblemCode } from '@openwop-inspector/protocol';

/** How the rules of a log tell what they found. */
export interface RuleTell {
  /** Notes a problem about a row; `message` holds codes, numbers and places only (security S-22). */
  found(code: ProblemCode, message: string, row: number, pointer?: string): void;
  /** The other event of a problem, by its place in the run. */
  place(row: number): string;
  /** True when every document next to the events declares that its host records exhausted retries (envelope 9). */
  readonly declaresExhaustion: boolean;
}

/** Notes a problem about a row, or about what is next to the events. */
export type TellFound = (code: ProblemCode, message: string, row: number | null, pointer?: string) => void;
