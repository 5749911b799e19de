/** An audit in words, the same on every surface; and as plain data. */
import { countOf, formatCount } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  type CellColumn,
  counts,
  dim,
  error,
  fact,
  gap,
  heading,
  line,
  markdownText,
  name,
  paragraph,
  rest,
  strong,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { cited } from '@openwop-inspector/protocol';
import {
  type AuditReport,
  type FindingGroup,
  type FindingPlace,
  hostSummaries,
  type LogAudit,
} from '../audit-pass.ts';

/** An audit as Markdown, for the people who build the host. */
export function markdownReport(report: AuditReport): string {
  const title = heading(1, 'Audit of an OpenWOP host');
  const all = { places: 10, lacks: Number.POSITIVE_INFINITY, withIds: true };
  return markdownText([title, ...auditDocument(report, all)]);
}

/** Places listed of one finding, and kinds of missing data. `withIds`: places for readers without this program. */
interface AuditDocumentOptions {
  readonly places: number;
  readonly lacks: number;
  readonly withIds: boolean;
}

/** The answers by host, each finding with its first places, what the logs lack, what each profile says. */
export function auditDocument(
  report: AuditReport,
  options: AuditDocumentOptions = { places: 5, lacks: 10, withIds: false },
): readonly Block[] {
  const { logs, groups, baseline, leftOut } = report;
  return [
    ...hosts(report),
    ...groups.flatMap((group) => [blank, ...finding(group, options, logs.length === 1)]),
    ...(groups.length === 0 ? [blank, line(noDeviation(logs))] : []),
    ...rest(leftOut, `and ${countOf(leftOut, 'finding')} of further kinds`),
    ...missing(report, options.lacks),
    ...byProfile(report),
    ...(baseline === null ? [] : [blank, fact('Baseline', baselineWords(baseline))]),
  ];
}

function noDeviation(logs: AuditReport['logs']): string {
  const withErrors = logs.filter(({ hasErrors }) => hasErrors).length;
  if (withErrors === 0) return 'No deviation found, as far as the logs show';
  return `No deviation found, but ${countOf(withErrors, 'log')} with errors of another kind`;
}

function hosts({ logs }: AuditReport): readonly Block[] {
  const left = logs.reduce((sum, log) => sum + log.leftOut, 0);
  return [
    tableOf(hostSummaries(logs), [
      {
        title: 'HOST',
        shrinksTo: 12,
        cell: ({ hostName }) => (hostName === null ? dim('not named') : name(hostName)),
      },
      counts('LOGS', (host) => host.logs),
      counts('RUNS', ({ runs }) => runs),
      counts('ENVELOPES', ({ envelopes }) => envelopes),
      counts('AGREES', ({ answers }) => answers.agrees),
      counts('DEVIATES', ({ answers }) => answers.deviates),
      counts('NOT RECONSTRUCTABLE', ({ answers }) => answers['not-reconstructable']),
    ]),
    ...rest(left, `${countOf(left, 'attempt')} not inspected`),
  ];
}

const STYLES = { error, warning, note: dim } as const;

function finding(
  { level, clause, id, title, advice, count, places }: FindingGroup,
  { places: most, withIds }: AuditDocumentOptions,
  isOne: boolean,
): readonly Block[] {
  const left = count - Math.min(places.length, most);
  const displayed = places.slice(0, most).map((place) => ({
    words: line(
      name(
        placeNames(place, withIds, isOne)
          .filter((one) => one !== '')
          .join(' '),
      ),
      gap(': '),
      place.message,
    ),
  }));
  return [
    heading(2, STYLES[level](level), gap(), cited(clause), gap(': '), strong(title)),
    paragraph(4, '  ', name(id), dim(`  ${countOf(count, 'time')}  `), advice),
    { items: displayed, isWhole: true },
    ...rest(left, `   and ${formatCount(left)} more`),
  ];
}

/** What finds a place again: its file unless there is one alone, its event, what is inside of it; or all its ids. */
function placeNames(place: FindingPlace, withIds: boolean, isOne: boolean): readonly string[] {
  const { file, runId, sequence, correlationId, eventId, pointer } = place;
  const at = sequence === null ? '' : `#${sequence}`;
  if (withIds) return [file, runId ?? '', at, eventId ?? '', correlationId ?? '', pointer ?? ''];
  return [isOne && pointer === null ? '' : file, at || (eventId ?? correlationId ?? ''), pointer ?? ''];
}

/** What logs do not record, with how often and what would have to be recorded; the most frequent first. */
function missing({ logs }: AuditReport, most: number): readonly Block[] {
  const sums = new Map<string, { readonly record: string; readonly count: number }>();
  for (const { what, record, count } of logs.flatMap((log) => log.missing))
    sums.set(what, { record, count: count + (sums.get(what)?.count ?? 0) });
  if (sums.size === 0) return [];
  const items = [...sums]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, most)
    .map(([what, { record, count }]) => {
      const needed = dim(record === '' ? '' : `; needs ${record}`);
      return { words: line(dim(formatCount(count).padStart(6)), gap(' times: '), what, needed) };
    });
  return [blank, heading(2, strong('Not in the logs')), { items, isWhole: true }];
}

const PROFILES = ['lenient', 'strict', 'reference'] as const;

/** A status or code, and how many envelopes come to it under each profile. */
type ProfileRow = readonly [said: string, ...counts: readonly number[]];

/** Results of each profile: one row for each status or code, in the order of first appearance. */
export function profileRows(logs: readonly LogAudit[]): readonly ProfileRow[] {
  const sums = new Map<string, number[]>();
  for (const { profiles } of logs) {
    for (const [at, profile] of PROFILES.entries()) {
      for (const [said, count] of Object.entries(profiles[profile])) {
        const row = sums.get(said) ?? [0, 0, 0];
        row[at] = (row[at] ?? 0) + count;
        sums.set(said, row);
      }
    }
  }
  return [...sums].map(([said, row]) => [said, ...row]);
}

function byProfile({ logs }: AuditReport): readonly Block[] {
  const rows = profileRows(logs);
  if (rows.length === 0) return [];
  const columns: readonly CellColumn<ProfileRow>[] = [
    { title: 'BY PROFILE', shrinksTo: 12, cell: ([said]) => said },
    ...PROFILES.map((title, at) => counts<ProfileRow>(title, ([, ...row]) => row[at] ?? 0)),
  ];
  return [blank, tableOf(rows, columns)];
}

function baselineWords({ hidden, unused }: NonNullable<AuditReport['baseline']>): string {
  const stale =
    unused === 0
      ? ''
      : `; ${countOf(unused, 'entry', 'entries')} of it ${unused === 1 ? 'hides' : 'hide'} nothing any more`;
  return `hides ${countOf(hidden.length, 'kind')} of findings${stale}`;
}

/** An audit as plain data. `groups` are what the baseline does not name, those that weigh most first. */
export const auditJson = ({ logs, groups, leftOut, baseline }: AuditReport) => ({
  hosts: hostSummaries(logs),
  groups,
  ...(leftOut === 0 ? {} : { leftOut }),
  ...(baseline === null ? {} : { baseline: { hidden: baseline.hidden, unused: baseline.unused } }),
  logs,
});
