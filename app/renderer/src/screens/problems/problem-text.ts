import { formatCount } from '@openwop-inspector/base';
import type { Problem } from '@openwop-inspector/protocol';

/** Description from the problem itself. */
export function foundText(problem: Problem): string {
  return problem.message;
}

/** Position in the file: the line when there are lines, else the byte. */
export function placeText({ line, byteOffset }: Problem): string {
  if (line !== undefined) return `line ${formatCount(line)}`;
  return byteOffset === undefined ? '' : `byte ${formatCount(byteOffset)}`;
}

/** Line and byte, for the detail. */
export function wholePlaceText({ line, byteOffset }: Problem): string | null {
  const parts = [
    line === undefined ? null : `line ${formatCount(line)}`,
    byteOffset === undefined ? null : `byte ${formatCount(byteOffset)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
