/** Two runs, aligned by causal position: what is the same, where they part, and what followed from it. */
export {
  type ComparedRuns,
  type CompareNote,
  type CompareOptions,
  type CompareProgress,
  type Comparison,
  compareRuns,
} from './compare-runs.ts';
export type { ChangedPart, Cone, Difference, DifferenceCounts, FirstDivergence } from './differences.ts';
export type { NodeDifference, NodeDifferences, NodeFigures } from './node-differences.ts';
export type { RecordedDivergence, RecordedVerdict } from './recorded-divergence.ts';
export { DEFAULT_RULES, type MaskRules, readMaskRules } from './rules.ts';
export type { ComparedRun } from './run-side.ts';
export {
  type EventDifference,
  eventDifference,
  type TextPiece,
  textDifference,
  type ValueDifference,
} from './structural-difference.ts';
export {
  beforeText,
  changeText,
  differencePieces,
  differingNodes,
  FIGURES,
  figureCell,
  progressText,
} from './text.ts';
