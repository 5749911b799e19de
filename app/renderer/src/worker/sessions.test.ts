import { textSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { closeSession, openSession, Session, type SessionEvent } from './sessions.ts';

test('a summary that takes longer than one started after it is not reported any more', async () => {
  const session = new Session(textSource('log', ''), {});
  const [first, second, third] = [session.beginSummary(), session.beginSummary(), session.beginSummary()];
  expect([second(), first(), third()]).toEqual([true, false, true]);
  await session.close();
});

/** Runs that begin and fail, so that each summary reads some events. */
const text = Array.from({ length: 300 }, (_, run) =>
  [
    { type: 'run.started', payload: { workflowId: 'w' } },
    { type: 'run.failed', payload: { error: { code: 'no_title', message: 'no title' } } },
  ]
    .map(
      (event, sequence) =>
        `${JSON.stringify({ eventId: `${run}-${sequence}`, runId: `r${run}`, sequence, ...event })}\n`,
    )
    .join(''),
).join('');

test('the last summary of a load is about all of it, and says so', async () => {
  const reported: Extract<SessionEvent, { readonly kind: 'summary' }>[] = [];
  const source = { kind: 'text', name: 'log.ndjson', text } as const;
  await new Promise<void>((resolve) => {
    openSession({ sessionId: 's1', source, secret: null }, (event) => {
      if (event.kind !== 'summary') return;
      reported.push(event);
      if (event.summary.checks.known) resolve();
    });
  });
  const isRead = reported.map(({ summary }) => summary.isRead);
  expect(isRead.lastIndexOf(false)).toBeLessThan(isRead.indexOf(true));
  expect(reported.at(-1)?.summary).toMatchObject({ isRead: true, events: 600, complete: true });
  await closeSession('s1');
});
