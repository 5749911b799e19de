/** Results of the worker contain only masked text; the compiler checks it, member by member (security S-14). */
import type { OnlyMasked } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import type { JobName, JobResult } from './jobs.ts';

/** Names of the members, at any depth, that may contain text which no masker has seen. */
type ClearMember<T, Depth extends readonly 0[] = []> = Depth['length'] extends 9
  ? never
  : T extends readonly (infer Item)[]
    ? ClearMember<Item, [...Depth, 0]>
    : T extends string | number | boolean | null | undefined | ArrayBufferView
      ? never
      : {
          [K in keyof T]-?: unknown extends T[K]
            ? K
            : NonNullable<T[K]> extends string
              ? [NonNullable<OnlyMasked<T[K]>>] extends [never]
                ? K
                : never
              : ClearMember<NonNullable<T[K]>, [...Depth, 0]>;
        }[keyof T];

/**
 * Members that are not content: keys and pointers for further requests, which are made of masked names; what the user
 * typed; words of ours, such as why something is not known.
 */
type Internal = 'key' | 'pointer' | 'of' | 'message' | 'what' | 'why';

/** Jobs whose answer is in clear by design: a key is pressed, or a click loads an address. */
type InClear = 'jsonReveal' | 'rawReveal' | 'contentAddress';

/** Jobs of which the rest is typed by others: documents put before a renderer, a filter as typed, checked
 * problems, a file that was scanned again. */
type TypedElsewhere =
  | 'subjects'
  | 'filter'
  | 'problems'
  | 'auditRules'
  | 'stepProblem'
  | 'contentBytes'
  | 'sessionText'
  | 'export';

type Leaks = {
  readonly [N in Exclude<JobName, InClear | TypedElsewhere>]: Exclude<
    ClearMember<JobResult<N>>,
    Internal | symbol
  >;
};

/** Compiles as long as no job has a member in clear: a job that gets one must be named here, which nothing allows. */
const leaks: { readonly [N in keyof Leaks as [Leaks[N]] extends [never] ? never : N]: Leaks[N] } = {};

/** The check itself finds its targets: a text, one that may be missing, and what is not known at all. */
const seen: readonly ClearMember<{ a: readonly { b: string | null; c?: unknown }[]; d: 'ours' }>[] = [
  'b',
  'c',
];

test('no job answers with text that no masker has seen', () => {
  expect(leaks).toEqual({});
  expect(seen).toEqual(['b', 'c']);
});
