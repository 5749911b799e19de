/** What a person reads after `agh`. Pure. */

import { type AghResult, aghReasonCodes, aghStepName } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount } from '@openwop-inspector/base';
import { blank, dim, type Line, line, name, plain, type Style, wrapLine } from '../terminal/line.ts';
import { type Column, table } from '../terminal/table.ts';
import type { JudgedMessage } from './agh-document.ts';

/** Messages told one by one. */
const SHOWN_MESSAGES = 200;
/** Messages told with what was wrong. */
const SHOWN_REASONS = 20;

const STYLES: Readonly<Record<AghResult['status'], Style>> = {
  accepted: 'ok',
  rejected: 'error',
  duplicate: 'warning',
  ignored: 'warning',
};

const COLUMNS: readonly Column[] = [
  { title: 'NO', align: 'right' },
  { title: 'ID', shrinksTo: 8 },
  { title: 'STATUS' },
  { title: 'STEP' },
  { title: 'REASON' },
  { title: 'LIFECYCLE' },
  { title: 'WARNINGS', shrinksTo: 12 },
];

/** How many of each status, a row a message, then why messages were not taken. */
export function aghReport(judged: readonly JudgedMessage[], width: number | null): readonly Line[] {
  const rows = judged
    .slice(0, SHOWN_MESSAGES)
    .map(({ result }, i) => [
      plain(formatCount(i + 1)),
      name(result.id ?? '–'),
      { text: result.status, style: STYLES[result.status] },
      plain(`${result.step} ${aghStepName(result.step)}`),
      plain(result.reason_code ?? '–'),
      plain(result.lifecycle ?? '–'),
      plain(result.warnings.map(({ code }) => code).join(', ')),
    ]);
  const left = judged.length - SHOWN_MESSAGES;
  const rest = left > 0 ? [line(dim(`and ${countOf(left, 'message')} more; --json has them all`))] : [];
  const why = reasons(judged, width);
  return [
    summary(judged),
    blank,
    ...table(COLUMNS, rows, width),
    ...rest,
    ...(why.length > 0 ? [blank] : []),
    ...why,
  ];
}

function summary(judged: readonly JudgedMessage[]): Line {
  const parts = (['accepted', 'rejected', 'duplicate', 'ignored'] as const).flatMap((status) => {
    const found = judged.filter(({ result }) => result.status === status).length;
    return found === 0 ? [] : [`${formatCount(found)} ${status}`];
  });
  return line(
    `${countOf(judged.length, 'message')}: ${parts.join(', ')}`,
    dim(`  trust: unverified, always${uncheckedWords(judged)}`),
  );
}

/** A message that was taken without a check is not said to have passed it. */
function uncheckedWords(judged: readonly JudgedMessage[]): string {
  const rows = judged.flatMap(({ result }) => result.trace.filter(({ verdict }) => verdict === 'unchecked'));
  const steps = new Set(rows.map(({ step, note }) => `${aghStepName(step)}, ${note}`));
  return [...steps].map((words) => `; not checked: ${words}`).join('');
}

function reasons(judged: readonly JudgedMessage[], width: number | null): readonly Line[] {
  const refused = judged.flatMap(({ line: row, result }, i) =>
    result.reason_code === null ? [] : [{ number: i + 1, row, code: result.reason_code, result }],
  );
  return refused.slice(0, SHOWN_REASONS).flatMap(({ number, row, code, result }) => {
    const head = line(name(code), `  ${aghReasonCodes[code].title}`, dim(`  no ${number}, line ${row}`));
    const details = (result.trace.at(-1)?.details ?? []).map(({ pointer, message }) =>
      line('  ', name(pointer === '' ? '(message)' : pointer), `  ${message}`),
    );
    return [head, ...details].flatMap((one) => wrapLine(one, width, 4));
  });
}
