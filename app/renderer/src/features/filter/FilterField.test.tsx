// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import type { FilterError } from '@openwop-inspector/run-log';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { FilterField } from './FilterField.tsx';
import type { FilterFailure } from './filter-selection.ts';

afterEach(cleanup);

const VALUES = { type: ['node.started', 'node.failed'], node: ['draft'], trust: ['untrusted', 'trusted'] };
const WRONG: FilterError = {
  column: 5,
  message: words`There is no field tpe`,
  suggestion: words`type:node.failed`,
};

interface HarnessProps {
  readonly error?: FilterError | null;
  readonly failure?: FilterFailure | null;
  readonly start?: string;
  readonly onLeave?: () => void;
  readonly steps?: string[];
}

/** Keeps the text, as the view store does. */
function Harness({
  error = null,
  failure = null,
  start = '',
  onLeave = () => undefined,
  steps = [],
}: HarnessProps) {
  const [text, setText] = useState(start);
  const input = useRef<HTMLInputElement>(null);
  return (
    <FilterField
      value={text}
      onChange={setText}
      onStep={(words, next) => {
        steps.push(words);
        setText(next);
      }}
      error={error}
      failure={failure}
      count={text === '' ? null : '312 of 1,284'}
      values={VALUES}
      onLeave={onLeave}
      inputRef={input}
    />
  );
}

const field = () => screen.getByRole('combobox', { name: 'Filter events' }) as HTMLInputElement;
const options = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('code')?.textContent);

describe('the filter field', () => {
  test('says why the events could not be searched', async () => {
    let tried = 0;
    render(<Harness start="node:a" failure={{ reason: 'the file has changed', tryAgain: () => tried++ }} />);
    expect(screen.getByRole('status').textContent).toContain(
      'The events could not be searched: the file has changed. The rows are those of the last search.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tried).toBe(1);
  });

  test('offers fields, then values, and takes them with Tab', async () => {
    render(<Harness />);
    await userEvent.type(field(), 'ty');
    expect(options()).toEqual(['type:']);
    await userEvent.keyboard('{ArrowDown}{Tab}');
    expect(field().value).toBe('type:');
    expect(options()).toEqual(['type:node.started', 'type:node.failed']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(field().value).toBe('type:node.failed ');
    expect(options()).toEqual([]);
  });

  test('the field names the option that is active', async () => {
    render(<Harness />);
    await userEvent.type(field(), 'trust:{ArrowDown}');
    const active = field().getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toContain('untrusted');
  });

  test('Enter without a chosen option leaves the text as typed', async () => {
    const left: true[] = [];
    render(<Harness onLeave={() => left.push(true)} />);
    await userEvent.type(field(), 'node:dr{Enter}');
    expect(field().value).toBe('node:dr');
    expect(left).toEqual([true]);
  });

  test('Escape closes the completion, then clears the text, then leaves', async () => {
    const left: true[] = [];
    render(<Harness onLeave={() => left.push(true)} />);
    await userEvent.type(field(), 'node:dr{Escape}');
    expect(options()).toEqual([]);
    expect(field().value).toBe('node:dr');
    await userEvent.keyboard('{Escape}');
    expect(field().value).toBe('');
    expect(left).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(left).toEqual([true]);
  });

  test('counts what matches and clears by its button', async () => {
    const steps: string[] = [];
    render(<Harness start="node:draft" steps={steps} />);
    expect(screen.getByText('312 of 1,284')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(field().value).toBe('');
    expect(steps).toEqual(['Filter cleared']);
  });

  test('an error names its column, describes the field, and its suggestion can be taken', async () => {
    render(<Harness start="node: tpe:node.failed run:r1" error={WRONG} />);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(field().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toContain('Column 6: There is no field tpe');
    await userEvent.click(screen.getByRole('button', { name: 'Use type:node.failed' }));
    expect(field().value).toBe('node:type:node.failed tpe:node.failed run:r1');
  });

  test('a chip is negated and removed by its buttons, each a step; typing is none', async () => {
    const steps: string[] = [];
    render(<Harness start="node:draft is:failed" steps={steps} />);
    const negate = () => screen.getByRole('button', { name: 'Negate node:draft' });
    expect(negate().getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(negate());
    expect(field().value).toBe('-node:draft is:failed');
    expect(negate().getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(negate());
    await userEvent.click(screen.getByRole('button', { name: 'Remove is:failed' }));
    expect(steps).toEqual(['Term negated', 'Term no longer negated', 'Term removed']);
    await userEvent.type(field(), ' a');
    expect(field().value).toBe('node:draft a');
    expect(steps).toHaveLength(3);
  });

  test('a field that was typed into takes back by itself, one that was not leaves it to the window', async () => {
    render(<Harness />);
    expect(field().dataset.untyped).toBe('');
    await userEvent.type(field(), 'node:dr');
    expect(field().dataset.untyped).toBeUndefined();
    await userEvent.keyboard('{Escape}{Escape}');
    expect(field().value).toBe('');
    expect(field().dataset.untyped).toBe('');
  });
});
