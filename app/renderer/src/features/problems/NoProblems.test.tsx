// @vitest-environment jsdom
import { literal } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoProblems, NotAllChecked } from './ProblemsScreen.tsx';

afterEach(cleanup);

const stopped: SessionSummary['checks'] = {
  known: false,
  reasons: [{ code: 'stopped', what: literal('the check of 1 payload'), limit: 8_388_608, unit: 'bytes' }],
};
const whole: SessionSummary['checks'] = { known: true, value: { payloads: 3 } };

test.each<readonly [string, SessionSummary['checks'], boolean, RegExp]>([
  ['everything was checked', whole, true, /^No problemsEvery check/],
  ['the checks were stopped', stopped, true, /^No problem was found so far.*limit of 8388608 bytes/],
  ['the log ends early', whole, false, /^No problem was found so far.*not read to its end/],
])('an empty list where %s', (_where, checks, isComplete, words) => {
  const { container } = render(
    <NoProblems sessionId="s" total={0} isComplete={isComplete} checks={checks} />,
  );
  expect(container.textContent).toMatch(words);
});

test('a list that is not empty has a note that there may be more, and none when all was checked', () => {
  const { container, rerender } = render(<NotAllChecked checks={stopped} />);
  expect(container.textContent).toContain('There may be more: the check of 1 payload was stopped');
  rerender(<NotAllChecked checks={whole} />);
  expect(container.textContent).toBe('');
});
