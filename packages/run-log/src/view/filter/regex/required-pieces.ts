import { unreachable } from '@openwop-inspector/base';
import type { CharacterSet } from './character-set.ts';
import type { RegexTree } from './regex-syntax.ts';

/** Texts of which every match of a pattern holds each, in one piece; the letters A to Z stand for both cases. O(size). */
export function requiredPieces(tree: RegexTree): readonly string[] {
  const pieces = [''];
  gather(tree, pieces);
  return pieces.filter((piece) => piece !== '');
}

/** Adds what a part needs to the last piece, and begins another where something else may stand between. */
function gather(tree: RegexTree, pieces: string[]): void {
  switch (tree.kind) {
    case 'set': {
      const letter = letterOf(tree.set);
      if (letter === null) pieces.push('');
      else pieces[pieces.length - 1] += letter;
      return;
    }
    case 'row':
      for (const part of tree.parts) gather(part, pieces);
      return;
    case 'choice':
      if (tree.parts.length === 1 && tree.parts[0] !== undefined) gather(tree.parts[0], pieces);
      else pieces.push('');
      return;
    case 'repeat':
      if (tree.least > 0) gather(tree.part, pieces);
      pieces.push('');
      return;
    case 'assert':
      return;
    default:
      unreachable(tree);
  }
}

/** The one character of a set, or the letter of ASCII that it holds in both cases; null for any other set. */
function letterOf(set: CharacterSet): string | null {
  const units = set.flatMap(([low, high]) => (low === high ? [low] : [low, high]));
  const [first, second] = units;
  if (first === undefined || units.length > 2) return null;
  if (second === undefined) return String.fromCharCode(first);
  const isCased = set.length === 2 && second - first === 0x20 && first >= 0x41 && first <= 0x5a;
  return isCased ? String.fromCharCode(second) : null;
}
