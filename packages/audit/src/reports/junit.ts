/** An audit as JUnit XML, for CI: a test case for each envelope, and one for each group of findings that is of no envelope. */
import { countOf } from '@openwop-inspector/base';
import { type AuditReport, deviationGroups, keyOf } from '../audit-pass.ts';

/** One piece of text, ended by a line break. What a baseline hides passes. */
export function junitReport(report: AuditReport): string {
  const hidden = new Set((report.baseline?.hidden ?? []).map(keyOf));
  const suites = [
    ...report.logs.map((log) =>
      suiteOf(
        log.file,
        log.listed.map((envelope) => {
          const { answer, sequence, type, correlationId, emission } = envelope;
          const at = sequence === null ? '' : `#${sequence} `;
          const name = `${at}${type ?? 'an envelope'} ${correlationId ?? ''} emission ${emission}`;
          if (answer.kind === 'agrees') return { name, failure: null, skipped: null };
          if (answer.kind === 'not-reconstructable') {
            const lacks = answer.missing.map(({ what }) => what).join('; ');
            return { name, failure: null, skipped: `not reconstructable: the log lacks ${lacks}` };
          }
          const open = deviationGroups(answer.deviations).filter(
            ({ clause, id }) => !hidden.has(keyOf({ source: 'deviation', clause, id })),
          );
          const words = open.map(({ clause, note, words: sides }) => `${clause}: ${note}. ${sides}`);
          return { name, failure: words.length === 0 ? null : words.join('\n'), skipped: null };
        }),
      ),
    ),
    suiteOf(
      'rules between events, discovery, schemas',
      report.groups
        .filter(({ source }) => source !== 'deviation')
        .map(({ clause, id, title, count, places, level }) => {
          const words = `${title}: ${countOf(count, 'time')}\n${places.map(({ file, sequence, message }) => `${file} ${sequence ?? ''} ${message}`).join('\n')}`;
          const name = `${clause} ${id}`;
          return level === 'note'
            ? { name, failure: null, skipped: words }
            : { name, failure: words, skipped: null };
        }),
    ),
  ];
  const sum = (name: 'tests' | 'failures' | 'skipped'): number =>
    suites.reduce((all, suite) => all + suite[name], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="openwop-inspector audit" tests="${sum('tests')}" failures="${sum('failures')}" errors="0" skipped="${sum('skipped')}">`,
    ...suites.flatMap(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  readonly name: string;
  readonly failure: string | null;
  readonly skipped: string | null;
}

function suiteOf(name: string, cases: readonly Case[]) {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const skipped = cases.filter((one) => one.skipped !== null).length;
  return {
    failures,
    skipped,
    tests: cases.length,
    text: [
      `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
      ...cases.map((one) => caseText(one, name)),
      '  </testsuite>',
    ],
  };
}

function caseText({ name, failure, skipped }: Case, suite: string): string {
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}"`;
  if (failure !== null) {
    const [first = ''] = failure.split('\n');
    return `${head}><failure message="${escaped(first)}">${escaped(failure)}</failure></testcase>`;
  }
  return skipped === null ? `${head}/>` : `${head}><skipped message="${escaped(skipped)}"/></testcase>`;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\n', '&#10;'],
  ['\t', '&#9;'],
]);

/** Signs that XML 1.0 does not know, half pairs of UTF-16 included, become the replacement character. */
function escaped(text: string): string {
  let out = '';
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const isKnown =
      (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code !== 0xfffe && code !== 0xffff);
    out += NAMED.get(sign) ?? (isKnown ? sign : '\ufffd');
  }
  return out;
}
