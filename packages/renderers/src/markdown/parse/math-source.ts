/**
 * Formulas in a line: `$…$` and `$$…$$`, shown as they are written (security S-05). They are taken out before the
 * parse, since Markdown would read `_` and `*` in them, and put back behind it.
 */
import { inlineSource, MATH_SOURCE } from './shown-source.ts';
import { changeTree, type TreeNode } from './tree-node.ts';

/** Characters of the private area stand for a formula while a part is parsed. A part that has them keeps its `$`. */
const OPEN = '\ue000';
const CLOSE = '\ue001';

/** As in Pandoc: no blank inside next to a single dollar, and neither a letter nor a digit behind it. So `$5 and $6` is none. */
const FORMULA =
  /(?<![\\$\w])(?:\$\$(?!\$)(?:[^$\\`]|\\.){1,2000}?\$\$|\$(?![\s$])(?:[^$\\`\n]|\\.){1,400}?(?<!\s)\$(?![\w$]))/g;

export interface WithoutMath {
  readonly source: string;
  readonly formulas: readonly string[];
}

/** The source with a sign in place of each formula. */
export function takeOutMath(source: string): WithoutMath {
  if (!source.includes('$') || source.includes(OPEN) || source.includes(CLOSE))
    return { source, formulas: [] };
  const formulas: string[] = [];
  const rest = source.replace(FORMULA, (formula) => {
    // A formula over a gap or over a cell is none.
    if (/\n[ \t]*\n|^\$\$?\s*\$/.test(formula)) return formula;
    formulas.push(formula);
    return `${OPEN}${formulas.length - 1}${CLOSE}`;
  });
  return { source: rest, formulas };
}

const SIGN = /\ue000(\d{1,5})\ue001/g;

/** A text with its formulas as they were written. */
export function withMath(text: string, formulas: readonly string[]): string {
  return formulas.length === 0 ? text : text.replace(SIGN, (_, at: string) => formulas[Number(at)] ?? '');
}

/** Puts formulas back: as source of their own in text, as they were written in code, addresses and titles. */
export function putBackMath(root: TreeNode, formulas: readonly string[]): void {
  if (formulas.length === 0) return;
  changeTree(root, (node) => {
    if (node.type === 'text' && node.value?.includes(OPEN)) return piecesOf(node.value, formulas);
    restore(node, formulas);
    return [node];
  });
}

function piecesOf(text: string, formulas: readonly string[]): readonly TreeNode[] {
  // Splitting by a group yields text and number in turn.
  return text.split(SIGN).flatMap((piece, at): TreeNode[] => {
    if (at % 2 === 1) return [inlineSource(formulas[Number(piece)] ?? '', MATH_SOURCE)];
    return piece === '' ? [] : [{ type: 'text', value: piece }];
  });
}

function restore(node: TreeNode, formulas: readonly string[]): void {
  if (node.type !== 'text' && typeof node.value === 'string') node.value = withMath(node.value, formulas);
  if (typeof node.alt === 'string') node.alt = withMath(node.alt, formulas);
  if (typeof node.title === 'string') node.title = withMath(node.title, formulas);
  if (typeof node.url === 'string') node.url = withMath(safeDecoded(node.url), formulas);
}

/** An address has its signs percent-encoded by then. */
function safeDecoded(url: string): string {
  return url.replaceAll('%EE%80%80', OPEN).replaceAll('%EE%80%81', CLOSE);
}
