// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type RunAnswer, runJob } from '../../acceptor-worker/run-jobs.ts';
import { StepsPane } from './StepsPane.tsx';

afterEach(cleanup);

const TEXT = JSON.stringify({
  type: 'error',
  envelopeId: 'e1',
  correlationId: 'c1',
  payload: { code: 'c', message: 'm' },
  meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
  options: 1,
});
const input = { text: TEXT, context: {}, at: null };
const { result } = runJob({ id: 1, job: 'run', input }) as RunAnswer; // the reply of this job

function Bench({ reveals }: { readonly reveals: number }) {
  return (
    <>
      <button type="button">elsewhere</button>
      <StepsPane result={result} step="shape" reveals={reveals} walked={null} benchId="" />
    </>
  );
}

test('going to the deciding step focuses it, also when it is open already', () => {
  const { rerender } = render(<Bench reveals={0} />);
  screen.getByRole('button', { name: 'elsewhere' }).focus();
  rerender(<Bench reveals={0} />);
  expect(document.activeElement?.textContent).toBe('elsewhere');
  rerender(<Bench reveals={1} />);
  expect(document.activeElement?.getAttribute('data-step')).toBe('shape');
});

test('an undeclared member is named where the opened step lists it', () => {
  render(<Bench reveals={0} />);
  const violations = screen.getByRole('list', { name: 'Violations' });
  expect(violations.textContent).toContain('"options" is not declared in the schema');
});
