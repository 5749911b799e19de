import { lintSchema } from '@openwop-inspector/acceptor-core';
import { nodeLanes, sessionSummary } from '@openwop-inspector/run-log';
import { cutLine, line, wrapLine } from '../../../app/cli/src/terminal/line.ts';
import { safeJson, safeLines, safeText } from '../../../app/cli/src/terminal/safe-text.ts';
import { checkedReport, loadedReport } from '../../../app/cli/src/verbs/inspect-report.ts';
import { lintReport } from '../../../app/cli/src/verbs/lint-schema-report.ts';
import { chainEntries } from '../../../app/renderer/src/model/chain-entries.ts';
import { laneRows } from '../../../app/renderer/src/model/lane-rows.ts';
import { entry, many } from '../entry.ts';
import { childRuns, holes, longChain, opened } from '../logs.ts';

const report = async (events: readonly object[]) => {
  const log = await opened(events);
  const summary = await sessionSummary(log);
  const problems = await log.allProblems();
  const [failure] = await log.rows([0]);
  return {
    file: 'log.ndjson',
    summary,
    assumedFormat: log.likelyFormat,
    groups: log.problemGroups(),
    problems,
    failure: failure ?? null,
    chainStart: null,
    cause: null,
    unchecked: false,
  };
};

/** What the command line writes, and the rows of the window's lists. */
export const TERMINAL_ENTRIES = [
  entry('report of a file: problems everywhere', 1000, async (n) => {
    const made = await report(holes(n));
    return () => [loadedReport(made, 80), checkedReport(made, 80)];
  }),
  entry('report of a file: as many runs as events', 300, async (n) => {
    const made = await report(childRuns(n));
    return () => [loadedReport(made, 80), checkedReport(made, 80)];
  }),
  entry('report of a schema', 500, (n) => {
    const properties = Object.fromEntries(
      many(n, (at) => [`p${at}`, { type: ['string', 'null'], format: 'x' }]),
    );
    const findings = lintSchema({ type: 'object', properties });
    return () => lintReport('schema.json', findings, 80);
  }),
  entry('terminal: one long line, wrapped', 20_000, (n) => {
    const text = line('word '.repeat(n / 5));
    return () => wrapLine(text, 80, 2);
  }),
  entry('terminal: one long line, cut', 200_000, (n) => {
    const text = line('\u4e16\u0301'.repeat(n / 2));
    return () => cutLine(text, 80);
  }),
  entry('terminal: a line without a space', 20_000, (n) => {
    const text = line('x'.repeat(n));
    return () => wrapLine(text, 80, 2);
  }),
  entry('terminal: control characters', 30_000, (n) => {
    const text = '\u001b[2J\u202e\u009b'.repeat(n / 6);
    return () => [safeText(text), safeLines(text), safeJson(text)];
  }),
  entry('list of lanes', 600, async (n) => {
    const log = await opened(longChain(n));
    const { lanes } = await nodeLanes(log.standing(), null);
    return () => laneRows(lanes, 'duration', new Set());
  }),
  entry('list of a chain', 600, async (n) => {
    const log = await opened(longChain(n));
    const options = { descendantLimit: 1_000_000, ancestorLimit: 1_000_000, links: true };
    const chain = await log.chain({ ordinal: n - 1 }, options);
    if (chain === null) throw new Error('the chain is not held');
    return () => chainEntries(chain, 1_000_000);
  }),
];
