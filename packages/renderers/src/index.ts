/** Renderers: React components that show foreign values to a person. */

export { PayloadTree, type PayloadTreeProps } from './payload/PayloadTree.tsx';
export { pathText, pointerTokens } from './payload/payload-path.ts';
export type {
  PayloadChildren,
  PayloadMatches,
  PayloadNode,
  PayloadSource,
  PayloadText,
} from './payload/payload-source.ts';
export { VisibleText, type VisibleTextProps } from './visible-text/VisibleText.tsx';
export { hiddenCount, shownText } from './visible-text/visible-text.ts';
