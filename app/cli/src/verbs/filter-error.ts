import type { FilterError } from '@openwop-inspector/run-log';
import { dim, type Line, line, name } from '../terminal/line.ts';
import { safeText } from '../terminal/safe-text.ts';
import { textWidth } from '../terminal/text-width.ts';

/** Where a filter is wrong, drawn under it: the filter, a caret at the column, and what may have been meant. */
export function filterErrorLines(filter: string, { column, suggestion }: FilterError): readonly Line[] {
  const before = textWidth(safeText(filter.slice(0, column)));
  const lines = [line('  ', name(filter)), line(`  ${' '.repeat(before)}^`)];
  if (suggestion !== null) lines.push(line(dim('  Perhaps '), name(suggestion)));
  return lines;
}

/** The message in one sentence, with the column as a person counts. */
export function filterErrorMessage({ column, message }: FilterError): string {
  return `the filter is wrong at column ${column + 1}: ${message}`;
}
