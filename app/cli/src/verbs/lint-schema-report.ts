/** What a person reads after `lint-schema`. Pure. */

import type { LintFinding, LintLevel } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import {
  dim,
  type Line,
  line,
  name,
  plain,
  type Span,
  type Style,
  strong,
  wrapLine,
} from '../terminal/line.ts';

/** Findings told of one schema; there may be one a property. */
const SHOWN_FINDINGS = 100;

const STYLES: Readonly<Record<LintLevel, Style>> = { error: 'error', warning: 'warning', info: 'dim' };

/** A finding a paragraph: rule, place, what is wrong, and which vendors it matters to. */
export function lintReport(
  file: string,
  findings: readonly LintFinding[],
  width: number | null,
): readonly Line[] {
  const shown = findings.slice(0, SHOWN_FINDINGS).flatMap((finding) => findingLines(finding, width));
  const left = findings.length - SHOWN_FINDINGS;
  const rest = left > 0 ? [line(dim(`  and ${countOf(left, 'finding')} more; --json has them all`))] : [];
  return [...wrapLine(headline(file, findings), width, 2), ...shown, ...rest];
}

function headline(file: string, findings: readonly LintFinding[]): Line {
  const counts = (['error', 'warning', 'info'] as const).flatMap((level) => {
    const found = findings.filter((finding) => finding.level === level).length;
    if (found === 0) return [];
    return [level === 'info' ? countOf(found, 'note') : countOf(found, level)];
  });
  const head: Span = counts.length === 0 ? { text: 'Fine', style: 'ok' } : strong('Found');
  return [head, plain('  '), plain(file), plain(counts.length === 0 ? '' : `: ${counts.join(', ')}`)];
}

function findingLines(finding: LintFinding, width: number | null): readonly Line[] {
  const { rule, level, pointer, message, why, vendors } = finding;
  const head = line(
    '  ',
    { text: level, style: STYLES[level] },
    plain(' '.repeat(Math.max(1, 9 - level.length))),
    strong(rule.padEnd(4)),
    name(pointer === '' ? '(root)' : pointer),
    `  ${message}`,
  );
  const reason = line(' '.repeat(15), dim(why));
  const affected = vendors.map(({ vendor, note }) => line(' '.repeat(15), dim(`${vendor}: ${note}`)));
  return [head, reason, ...affected].flatMap((one) => wrapLine(one, width, 15));
}
