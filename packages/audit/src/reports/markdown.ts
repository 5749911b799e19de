/** An audit as Markdown, for the people who build the host. */

import { countOf, formatCount } from '@openwop-inspector/base';
import type { LogAudit } from '../audit-pass.ts';
import { type AuditReport, hostSummaries } from '../audit-pass.ts';
import type { FindingGroup, FindingPlace } from '../finding-groups.ts';

/** Places listed of one group. */
const LISTED = 10;

/** One piece of text, ended by a line break. Content is in code, so that it is never markup. */
export function markdownReport(report: AuditReport): string {
  const { logs, groups, baseline, leftOut } = report;
  return [
    '# Audit of an OpenWOP host',
    '',
    '| host | logs | runs | envelopes | agrees | deviates | not reconstructable |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...hostSummaries(logs).map(
      ({ hostName, logs: files, runs, envelopes, answers }) =>
        `| ${hostName === null ? 'not named' : code(hostName)} | ${files} | ${runs} | ${envelopes} | ${answers.agrees} | ${answers.deviates} | ${answers['not-reconstructable']} |`,
    ),
    '',
    ...(groups.length === 0
      ? ['No deviation found, as far as the logs show.', '']
      : groups.flatMap(groupLines)),
    ...(leftOut === 0
      ? []
      : [`${countOf(leftOut, 'finding')} of further kinds ${leftOut === 1 ? 'is' : 'are'} not listed.`, '']),
    ...missingLines(logs),
    ...profileLines(logs),
    ...(baseline === null
      ? []
      : [
          `The baseline hides ${countOf(baseline.hidden.length, 'kind')} of findings; ${formatCount(baseline.unused)} of its entries hide nothing any more.`,
          '',
        ]),
  ].join('\n');
}

function groupLines({ clause, id, title, level, count, advice, places }: FindingGroup): readonly string[] {
  const left = count - Math.min(places.length, LISTED);
  return [
    `## ${clause}: ${plain(title)}`,
    '',
    `${code(id)}, ${level}, ${countOf(count, 'time')}.${advice === '' ? '' : ` ${plain(advice)}`}`,
    '',
    ...places.slice(0, LISTED).map((place) => `- ${placeText(place)}`),
    ...(left > 0 ? [`- and ${formatCount(left)} more`] : []),
    '',
  ];
}

function placeText({
  file,
  runId,
  sequence,
  eventId,
  correlationId,
  pointer,
  message,
}: FindingPlace): string {
  const at = sequence === null ? [] : [`#${sequence}`];
  const names = [file, runId, ...at, eventId, correlationId, pointer].filter(
    (one) => one !== null && one !== '',
  );
  return `${names.map((one) => code(String(one))).join(' ')}: ${plain(message)}`;
}

function missingLines(logs: readonly LogAudit[]): readonly string[] {
  const sums = new Map<string, { readonly record: string; readonly count: number }>();
  for (const { missing } of logs)
    for (const { what, record, count } of missing)
      sums.set(what, { record, count: count + (sums.get(what)?.count ?? 0) });
  if (sums.size === 0) return [];
  const rows = [...sums].sort(([, a], [, b]) => b.count - a.count);
  return [
    '## What the logs do not record',
    '',
    '| missing | envelopes | would have to be recorded or given |',
    '| --- | ---: | --- |',
    ...rows.map(([what, { record, count }]) => `| ${plain(what)} | ${count} | ${plain(record)} |`),
    '',
  ];
}

function profileLines(logs: readonly LogAudit[]): readonly string[] {
  const names = ['lenient', 'strict', 'reference'] as const;
  const sums = new Map<string, Record<(typeof names)[number], number>>();
  for (const { profiles } of logs) {
    for (const name of names) {
      for (const [said, count] of Object.entries(profiles[name])) {
        const counts = sums.get(said) ?? { lenient: 0, strict: 0, reference: 0 };
        counts[name] += count;
        sums.set(said, counts);
      }
    }
  }
  if (sums.size === 0) return [];
  return [
    '## What each profile says of the envelopes',
    '',
    '| outcome | lenient | strict | reference |',
    '| --- | ---: | ---: | ---: |',
    ...[...sums].map(
      ([said, { lenient, strict, reference }]) => `| ${code(said)} | ${lenient} | ${strict} | ${reference} |`,
    ),
    '',
  ];
}

/** Text of a log or of ours in running text: no markup, one line. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~!]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');
}

/** A code span that its content cannot end. */
function code(text: string): string {
  const bare = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...(bare.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = bare.startsWith('`') || bare.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${bare}${gap}${fence}`;
}

/** An audit as plain data. `groups` are what the baseline does not name, those that weigh most first. */
export function auditDocument({ logs, groups, leftOut, baseline }: AuditReport) {
  return {
    hosts: hostSummaries(logs),
    groups,
    ...(leftOut === 0 ? {} : { leftOut }),
    ...(baseline === null ? {} : { baseline: { hidden: baseline.hidden, unused: baseline.unused } }),
    logs,
  };
}
