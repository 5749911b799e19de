/**
 * The cost of what the command line prints grows with its size, and so does that of what several packages do together for
 * it: audits, the checks of messages, session files.
 */

import { createAcceptor, createMessageJudge, lintSchema } from '@openwop-inspector/acceptor-core';
import { auditLog, FindingGroups } from '@openwop-inspector/audit';
import {
  cutLine,
  fitted,
  type Line,
  line,
  safeJson,
  safeLines,
  safeText,
  wrapLine,
} from '@openwop-inspector/base/document';
import { sessionText } from '@openwop-inspector/export';
import {
  bytesSource,
  loadedDocument,
  openRunLog,
  problemsDocument,
  type RunLog,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { testCost } from '@openwop-inspector/testing/cost-growth';
import {
  childRuns,
  event,
  holes,
  many,
  members,
  ndjson,
  times,
  utf8,
} from '@openwop-inspector/testing/hostile-shapes';
import { lintReport } from '../src/verbs/lint-schema.ts';

async function opened(events: readonly object[]): Promise<RunLog> {
  const source = bytesSource('log.ndjson', utf8(ndjson(events)));
  const log = openRunLog(source, { startJudge: async (dialect) => createMessageJudge(dialect) });
  await log.loaded;
  return log;
}

async function reported(events: readonly object[]) {
  const log = await opened(events);
  const summary = await sessionSummary(log);
  const problems = await log.allProblems();
  const [failure = null] = await log.rows([0]);
  return {
    file: 'log.ndjson',
    summary,
    assumedFormat: log.likelyFormat,
    groups: log.problemGroups(),
    problems,
    failure,
    chainStart: null,
    cause: null,
    unchecked: false,
  };
}
const printed = (report: Awaited<ReturnType<typeof reported>>) => [
  fitted(loadedDocument(report), 80),
  fitted(problemsDocument(report), 80),
];
testCost('the report of a file', printed, {
  'problems everywhere': [1000, (n) => reported(holes(n))],
  'as many runs as events': [300, (n) => reported(childRuns(n))],
});
const findings = (n: number) =>
  lintSchema({ type: 'object', properties: members(n, () => ({ type: ['string', 'null'], format: 'x' })) });
testCost(
  'the report of a schema',
  (found: ReturnType<typeof findings>) => fitted(lintReport('schema.json', found), 80),
  {
    'many findings': [500, findings],
  },
);
testCost('wrapping a line', (text: Line) => wrapLine(text, 80, 2), {
  'many words': [4000, (n) => line('word '.repeat(n))],
  'no space': [20_000, (n) => line('x'.repeat(n))],
});
testCost('cutting a line', (text: Line) => cutLine(text, 80), {
  'wide characters with marks': [100_000, (n) => line('\u4e16\u0301'.repeat(n))],
});
testCost('making text safe', (text: string) => [safeText(text), safeLines(text), safeJson(text)], {
  'control characters': times(5000, '\u001b[2J\u202e\u009b'),
});

/** An event by which a host recorded an envelope of one node, which is refused here. */
function recordedEnvelope(at: number): object {
  const fields = { envelopeId: `v${at}`, envelopeType: 'error', payload: { at } };
  const payload = { level: 'error', message: 'm', fields };
  return event(at, { type: 'log.appended', nodeId: 'n', causationId: `c${at}`, payload });
}
const audit = (log: RunLog) =>
  auditLog(log, {
    file: 'log',
    context: {},
    groups: new FindingGroups(),
    acceptorOf: (context) => createAcceptor(context),
    onProgress: () => false,
  });
testCost('an audit', audit, { 'envelopes of one node': [200, (n) => opened(many(n, recordedEnvelope))] });

/** A message with the id of all others, from another sender, in an interaction of its own. */
function message(at: number): object {
  const same = { protocol: 'agh-network/v0', id: 'm', kind: 'say', channel: 'c', ts: 1, body: { text: 'x' } };
  return { ...same, from: `p${at}`, reply_to: 'm', causation_id: 'm', work_id: `w${at}` };
}
async function openChecked(events: readonly object[]): Promise<void> {
  const log = await opened(events);
  await log.runChecks();
  await log.close();
}
testCost('opening messages', openChecked, { 'one message id': [500, (n) => many(n, message)] });

const withPassword = (at: number) => event(at, { payload: { password: `Vq7xT2mKz9LrWp4nYc${at}` } });
const write = (log: RunLog) => sessionText(log, '{}', { holdsLog: true, onProgress: () => false });
testCost('writing a session file', write, {
  'a secret in every event': [400, (n) => opened(many(n, withPassword))],
});
