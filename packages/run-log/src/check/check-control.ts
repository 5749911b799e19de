import type { ProblemCode } from '@openwop-inspector/protocol';
import type words from './rules/rule-words.json';

/** Bytes of an event at most that is parsed for the checks. */
export const MAX_CHECKED = 8 * 1024 * 1024;

/** How the caller of the checks lets others run in between, and stops them. */
export interface CheckRun {
  readonly isCancelled: () => boolean;
  /** Lets others in between; resolves when the checks may go on. */
  readonly rest: () => Promise<void>;
  /** Called every now and then with how many events were checked. */
  readonly onProgress: (checked: number) => void;
}

/** Findings of rules, with their words and the place in the event that they are about. */
export type RuleFinding = keyof typeof words;

/** How the rules of a log tell what they found. */
export interface RuleTell {
  /** Notes a problem about a row. `parts` of its words are codes, numbers and places only (security S-22). */
  found(code: RuleFinding, row: number, ...parts: readonly (string | number)[]): void;
  /** The other event of a problem, by its place in the run. */
  place(row: number): string;
  /** True for an event of a run in the names of v2 (run-events 3.6). */
  isOfV2(row: number): boolean;
  /** True when every document next to the events declares that its host records exhausted retries (envelope 9). */
  readonly declaresExhaustion: boolean;
}

/** Notes a problem about a row, or about what is next to the events. */
export type TellFound = (code: ProblemCode, message: string, row: number | null, pointer?: string) => void;
