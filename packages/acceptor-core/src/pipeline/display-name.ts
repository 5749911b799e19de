/** Names from the content in a line of words. */
import type { Redactor } from '@openwop-inspector/base';

/** Characters shown of one name, and names shown of a list. */
const MAX_LENGTH = 80;
const MAX_NAMES = 5;

/** A name on one line: masked whole before it is cut, so that no part of a secret is left. */
export function displayName(redactor: Redactor, name: string): string {
  const points = Array.from(redactor.text(name).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('');
}

/** The first names with commas between, and how many more there are. */
export function displayNames(redactor: Redactor, names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => displayName(redactor, name));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
