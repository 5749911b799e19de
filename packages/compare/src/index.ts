/** Two runs, aligned by causal position: what is the same, where they part, and what followed from it. */
export {
  type ComparedRuns,
  type CompareOptions,
  type CompareProgress,
  type Comparison,
  compareRuns,
} from './compare-runs.ts';
export {
  type ConeSummary,
  comparisonDocument,
  type DifferenceRow,
  type EventPair,
  INCOMPLETE,
  pairValues,
  type ReadComparison,
  readComparison,
} from './comparison-document.ts';
export type { Cone, Difference } from './differences.ts';
export type { NodeDifference } from './node-differences.ts';
export type { RecordedDivergence } from './recorded-divergence.ts';
export { DEFAULT_RULES, type MaskRules, readMaskRules } from './rules.ts';
export {
  type EventDifference,
  eventDifference,
  type TextPiece,
  textDifference,
  type ValueDifference,
} from './structural-difference.ts';
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
