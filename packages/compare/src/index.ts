/** Two runs, aligned by causal position: what is the same, where they part, and what followed from it. */
export * from './compare-runs.ts';
export * from './comparison-document.ts';
export type { Cone, Difference } from './differences.ts';
export type { RecordedDivergence } from './recorded-divergence.ts';
export { DEFAULT_RULES, type MaskRules, readMaskRules } from './rules.ts';
export type { NodeDifference } from './run-side.ts';
export * from './structural-difference.ts';
export {
  changeText,
  comparedPieces,
  countsText,
  differencePieces,
  differingNodes,
  FIGURES,
  figureCell,
  progressText,
} from './text.ts';
