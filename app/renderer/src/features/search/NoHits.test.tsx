// @vitest-environment jsdom
import { masker } from '@openwop-inspector/base';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NEW_SEARCH, type PayloadSearch } from './payload-search-store.ts';
import { NoHits } from './SearchDrawer.tsx';

afterEach(cleanup);

const question = { text: 'needle', filter: '', run: null };
const nothing = { kind: 'found', hits: 0, inEvents: 0, done: 9, of: 9, state: 'done' } as const;
const why = { column: 2, message: masker.text('This group is not closed'), suggestion: null };

test.each<readonly [string, Partial<PayloadSearch>, boolean, RegExp]>([
  ['nothing was searched', { question: null }, false, /^Search the payloads/],
  ['the first answer is awaited', { isPending: true }, false, /^$/],
  ['nothing was found so far', { answer: { ...nothing, state: 'running' } }, false, /^$/],
  ['nothing was found', { answer: nothing }, false, /^No payload holds this text$/],
  ['nothing was found within a filter', { answer: nothing }, true, /the filter selects.*Search all events$/],
  [
    'the search was stopped',
    { answer: { ...nothing, state: 'stopped' } },
    false,
    /before the search was stopped/,
  ],
  [
    'the pattern is wrong',
    { answer: { kind: 'wrong', of: 'text', why } },
    false,
    /pattern.*Column 3: This group/,
  ],
  [
    'the filter is wrong',
    { answer: { kind: 'wrong', of: 'filter', why } },
    true,
    /^The filter is not understood/,
  ],
  [
    'the worker failed',
    { answer: { kind: 'failed', reason: 'gone' } },
    false,
    /could not be.*gone.*Search again/,
  ],
])('an empty list where %s', (_where, change, isNarrowed, words) => {
  const search = { ...NEW_SEARCH, question, ...change };
  const { container } = render(<NoHits sessionId="s" search={search} isNarrowed={isNarrowed} />);
  expect(container.textContent).toMatch(words);
});
