/** Renderers: React components that show foreign values to the user. */

export { Clause, ClauseOpenerProvider } from './clause/Clause.tsx';
export { ClausePage } from './clause/ClausePage.tsx';
export type {
  BoundInterrupt,
  EnvelopeSubject,
  EventSubject,
  LeftOut,
  NumberAsWritten,
  RenderSubject,
  SubjectTrust,
  TaintSource,
} from './contract/render-services.ts';
export {
  type CheckResume,
  type ContentProblem,
  type ContentSource,
  type LoadedContent,
  type LoadedText,
  type PressAnswer,
  type RenderPlace,
  type RenderServices,
  RenderServicesProvider,
  type ResumeCheck,
  ResumeCheckProvider,
  type SaveAnswer,
  type SurfacePress,
  useCheckResume,
  useRenderServices,
} from './contract/render-services.ts';
export { type FormControl, type FormItem, formOf } from './kinds/sheet/form-model.ts';

export { HoldButton } from './payload/HoldButton.tsx';
export { PayloadTree, type PayloadTreeHandle } from './payload/PayloadTree.tsx';
export { TREE_KEYS } from './payload/tree-keys.ts';
export {
  type PayloadChildren,
  type PayloadMatches,
  type PayloadNode,
  type PayloadSource,
  type PayloadText,
  type PayloadToken,
  valueSource,
} from './payload/value-source.ts';
export { type ReasoningEntry, ReasoningLane, type ReasoningMoment } from './reasoning/ReasoningLane.tsx';
export { RenderedSubject, type RenderedSubjectProps } from './registry/RenderedSubject.tsx';
export { DeltaPlayer } from './surface/DeltaPlayer.tsx';
export { RecordedSurface } from './surface/surface-renderer.tsx';
export type { DeltaChainData } from './surface/use-delta-playback.ts';
export { areConnectionsRemoved } from './surface-frame/guard-connections.ts';
export { TrustFrame } from './trust/TrustFrame.tsx';
export { VisibleText } from './visible-text/VisibleText.tsx';
export { displayText, hiddenCount, hiddenPattern } from './visible-text/visible-text.ts';
