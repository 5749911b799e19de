/** What a person and a program read after `audit`. Pure. */
import type { Profile } from '@openwop-inspector/acceptor-core';
import {
  type AuditReport,
  type FindingGroup,
  type FindingPlace,
  hostSummaries,
} from '@openwop-inspector/audit';
import { countOf, formatCount } from '@openwop-inspector/base';
import {
  blank,
  cited,
  dim,
  fact,
  type Line,
  line,
  name,
  plain,
  type Style,
  strong,
  wrapLine,
} from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';

/** Places listed of one group, and missing inputs. */
const LISTED = 5;

/** The report; lines keep to the width but for ids to copy. */
export function auditLines(report: AuditReport, width: number | null): readonly Line[] {
  const { logs, groups, baseline, leftOut } = report;
  const isOne = logs.length === 1;
  return [
    ...hostLines(report, width),
    ...groups.flatMap((group) => [blank, ...groupLines(group, isOne, width)]),
    ...(groups.length === 0 ? [blank, line('Nothing deviates, as far as the logs tell')] : []),
    ...(leftOut === 0 ? [] : [line(dim(`and ${countOf(leftOut, 'finding')} of further kinds`))]),
    ...missingLines(report, width),
    ...profileLines(report, width),
    ...(baseline === null ? [] : [blank, fact('Baseline', baselineWords(baseline))]),
  ];
}

const HOST_COLUMNS: readonly Column[] = [
  { title: 'HOST', shrinksTo: 12 },
  { title: 'LOGS', align: 'right' },
  { title: 'RUNS', align: 'right' },
  { title: 'ENVELOPES', align: 'right' },
  { title: 'AGREES', align: 'right' },
  { title: 'DEVIATES', align: 'right' },
  { title: 'NOT RECONSTRUCTABLE', align: 'right' },
];

function hostLines({ logs }: AuditReport, width: number | null): readonly Line[] {
  const rows = hostSummaries(logs).map(({ hostName, logs: files, runs, envelopes, answers }) => [
    hostName === null ? dim('not named') : name(hostName),
    ...[files, runs, envelopes, answers.agrees, answers.deviates, answers['not-reconstructable']].map(
      (count) => plain(formatCount(count)),
    ),
  ]);
  const left = logs.reduce((sum, log) => sum + log.leftOut, 0);
  const cut = left === 0 ? [] : [line(dim(`${countOf(left, 'attempt')} not looked at`))];
  return [...table(HOST_COLUMNS, rows, width), ...cut];
}

const STYLES: Readonly<Record<FindingGroup['level'], Style>> = {
  error: 'error',
  warning: 'warning',
  note: 'dim',
};

function groupLines(
  { level, clause, id, title, advice, count, places }: FindingGroup,
  isOne: boolean,
  width: number | null,
): readonly Line[] {
  const left = count - Math.min(places.length, LISTED);
  const head = line({ text: level, style: STYLES[level] }, '  ', cited(clause), '  ', strong(title));
  return [
    ...wrapLine(head, width, 2),
    ...wrapLine(line('  ', name(id), dim(`  ${countOf(count, 'time')}  `), plain(advice)), width, 4),
    ...places.slice(0, LISTED).flatMap((place) => wrapLine(placeLine(place, isOne), width, 6)),
    ...(left > 0 ? [line(dim(`    and ${formatCount(left)} more`))] : []),
  ];
}

function placeLine(
  { file, sequence, correlationId, eventId, pointer, message }: FindingPlace,
  isOne: boolean,
): Line {
  const at = sequence === null ? (eventId ?? correlationId ?? '') : `#${sequence}`;
  const parts = [...(isOne && pointer === null ? [] : [file]), at, pointer ?? ''].filter(
    (part) => part !== '',
  );
  return line('    ', name(parts.join(' ')), dim('  '), plain(message));
}

function missingLines({ logs }: AuditReport, width: number | null): readonly Line[] {
  const sums = new Map<string, { readonly record: string; readonly count: number }>();
  for (const { missing } of logs) {
    for (const { what, record, count } of missing)
      sums.set(what, { record, count: count + (sums.get(what)?.count ?? 0) });
  }
  if (sums.size === 0) return [];
  const rows = [...sums].sort(([, a], [, b]) => b.count - a.count);
  return [
    blank,
    line(strong('Not in the logs')),
    ...rows.slice(0, 2 * LISTED).flatMap(([what, { record, count }]) => {
      const needed = record === '' ? '' : `; needs ${record}`;
      return wrapLine(
        line(dim(`  ${formatCount(count).padStart(6)}  `), plain(what), dim(needed)),
        width,
        10,
      );
    }),
  ];
}

const PROFILES = ['lenient', 'strict', 'reference'] as const satisfies readonly Profile[];
const PROFILE_COLUMNS: readonly Column[] = [
  { title: 'BY PROFILE', shrinksTo: 12 },
  ...PROFILES.map((title): Column => ({ title, align: 'right' })),
];

function profileLines({ logs }: AuditReport, width: number | null): readonly Line[] {
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
  if (sums.size === 0) return [];
  const rows = [...sums].map(([said, counts]) => [
    plain(said),
    ...counts.map((count) => plain(formatCount(count))),
  ]);
  return [blank, ...table(PROFILE_COLUMNS, rows, width)];
}

function baselineWords({ hidden, unused }: NonNullable<AuditReport['baseline']>): string {
  const stale =
    unused === 0
      ? ''
      : `; ${countOf(unused, 'entry', 'entries')} of it ${unused === 1 ? 'hides' : 'hide'} nothing any more`;
  return `hides ${countOf(hidden.length, 'kind')} of findings${stale}`;
}
