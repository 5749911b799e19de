// @vitest-environment jsdom
import type { HostAnswer } from '@openwop-inspector/acceptor-core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type RunAnswer, runJob } from '../../acceptor-worker/run-jobs.ts';
import { useBenchHosts } from './bench-store.ts';
import { ComparePane } from './ComparePane.tsx';
import { OutcomePane } from './OutcomePane.tsx';
import { StepsPane } from './StepsPane.tsx';

afterEach(cleanup);

/** A payload whose schema check was stopped (acceptor 2.2). */
const KIND = 'vendor.acme.report';
const TEXT = JSON.stringify({
  type: KIND,
  envelopeId: 'e1',
  correlationId: 'c1',
  payload: { a: 'x' },
  meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
});
const context = { schemas: { [KIND]: { type: 'object' } } };
const input = { text: TEXT, context, at: 0 };
const ended = { kinds: [KIND], limitMs: 4000 };
const answer = runJob({ id: 1, job: 'run', input, ended }) as RunAnswer; // the reply of this job

test('the outcome says stopped and why, in words, and the host is not compared', () => {
  const { reasons } = answer.result;
  const [first] = reasons;
  if (first === undefined) throw new Error('a stopped result has a reason');
  render(
    <OutcomePane
      answer={answer}
      context={context}
      secrets={[]}
      hostRows={{ known: false, reasons: [first] }}
      hostAnswer={null}
      hostWords="recorded at #12"
      benchId=""
    />,
  );
  const outcome = screen.getByRole('region', { name: 'Outcome' });
  expect(outcome.textContent).toContain('Stopped');
  expect(outcome.textContent).toContain('limit of 4000 ms');
  expect(outcome.textContent).not.toContain('Accepted');
  const host = screen.getByRole('region', { name: 'Compared with the host' });
  expect(host.textContent).toContain('Not comparable with the host');
  expect(host.textContent).toContain('Our check was stopped');
});

test('a number that a validator of doubles refuses has a note at its pointer, and is accepted (acceptor 3.2)', () => {
  const schemas = { [KIND]: { properties: { a: { multipleOf: 0.01 } } } };
  const text = TEXT.replace('"x"', '19.99');
  const noted = runJob({ id: 1, job: 'run', input: { text, context: { schemas }, at: 0 } }) as RunAnswer; // as above
  const { rerender } = render(<Pane answer={noted} />);
  expect(noted.result.status).toBe('accepted');
  const said = screen.getByRole('region', { name: 'Notes' }).textContent;
  expect(said).toContain('/payload/a 19.99 is a multiple of 0.01');
  expect(said).toContain('binary floating point refuses it');
  rerender(<Pane answer={answer} />);
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
});

function Pane({ answer: displayed }: { readonly answer: RunAnswer }) {
  return (
    <OutcomePane
      answer={displayed}
      context={context}
      secrets={[]}
      hostRows={null}
      hostAnswer={null}
      hostWords=""
      benchId=""
    />
  );
}

const rows = [{ what: 'status', here: 'accepted', host: 'accepted', same: true }];

test.each<[HostAnswer | null, string, string]>([
  [null, 'The host did the same', ''],
  [{ kind: 'agrees', compared: 1 }, 'The host agrees', ''],
  [{ kind: 'deviates', deviations: [] }, 'The host deviates', ''],
  [
    { kind: 'not-reconstructable', missing: [{ what: 'the payload', record: 'output.chunk' }] },
    'Not reconstructable whether the host agrees',
    'the payload needs output.chunk',
  ],
])('the log’s result for its host is one of three: %j', (hostAnswer, title, missing) => {
  render(
    <OutcomePane
      answer={answer}
      context={context}
      secrets={[]}
      hostRows={{ known: true, value: rows }}
      hostAnswer={hostAnswer}
      hostWords="recorded at #12"
      benchId=""
    />,
  );
  const host = screen.getByRole('region', { name: 'Compared with the host' });
  expect(host.textContent).toContain(title);
  expect(host.textContent).toContain(missing);
  expect(screen.queryByRole('list', { name: 'Not in the log' }) === null).toBe(missing === '');
});

test('the step list says stopped at its step, and later steps are hypothetical', () => {
  render(<StepsPane result={answer.result} step="payload" reveals={0} walked={null} benchId="" />);
  const row = screen.getByRole('button', { name: /^S7/ });
  expect(row.textContent).toMatch(/Stopped$/);
  expect(screen.getByText(/stopped at S7/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^S14/ }).textContent).not.toMatch(/accept/i);
});

test('profiles and hosts are not comparable, also without a reply', () => {
  const profiles = runJob({ id: 1, job: 'profiles', input, ended }) as never;
  useBenchHosts.setState({ hosts: [{ name: 'acme', host: {} }] });
  const { rerender } = render(
    <ComparePane
      comparison={{ profiles: { known: true, value: profiles }, hosts: { known: true, value: [] } }}
      host={null}
      benchId=""
    />,
  );
  expect(screen.getByRole('region', { name: 'Under each profile' }).textContent).toContain(
    'not comparable from payload on: our check was stopped',
  );
  const unanswered = {
    known: false,
    reasons: [{ code: 'stopped', what: 'the comparison', limit: 4000, unit: 'ms' }],
  } as const;
  rerender(<ComparePane comparison={{ profiles: unanswered, hosts: unanswered }} host={null} benchId="" />);
  expect(screen.getAllByText(/Not comparable/)).toHaveLength(2);
  expect(screen.queryByText(/being compared|not checked yet/)).toBeNull();
});
