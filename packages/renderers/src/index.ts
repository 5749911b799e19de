/** Renderers: React components that show foreign values to the user. */

export { Clause } from './clause/Clause.tsx';
export { ClausePage, type ClausePageProps } from './clause/ClausePage.tsx';
export { ClauseOpenerProvider, type OpenClause } from './clause/clause-opener.ts';
export {
  type ContentProblem,
  type ContentSource,
  type LoadedContent,
  type LoadedText,
  type PressAnswer,
  type RenderPlace,
  type RenderServices,
  RenderServicesProvider,
  type SaveAnswer,
  type SurfacePress,
  useRenderServices,
} from './contract/render-services.ts';
export type {
  BoundInterrupt,
  EnvelopeSubject,
  EventSubject,
  LeftOut,
  NumberAsWritten,
  RenderSubject,
  SubjectTrust,
  TaintSource,
} from './contract/render-subject.ts';
export { type FormControl, type FormItem, formOf } from './kinds/sheet/form-model.ts';

export { PayloadTree, type PayloadTreeHandle, type PayloadTreeProps } from './payload/PayloadTree.tsx';
export { pathText } from './payload/payload-path.ts';
export type {
  PayloadChildren,
  PayloadMatches,
  PayloadNode,
  PayloadSource,
  PayloadText,
  PayloadToken,
} from './payload/payload-source.ts';
export { TREE_KEYS } from './payload/tree-keys.ts';
export { valueSource } from './payload/value-source.ts';
export { ReasoningLane, type ReasoningLaneProps } from './reasoning/ReasoningLane.tsx';
export type { ReasoningEntry, ReasoningMoment } from './reasoning/reasoning-moment.ts';
export { RenderedSubject, type RenderedSubjectProps } from './registry/RenderedSubject.tsx';
export { DeltaPlayer, type DeltaPlayerProps } from './surface/DeltaPlayer.tsx';
export type { DeltaChainData, DeltaFrameData } from './surface/delta-chain-data.ts';
export { RecordedSurface, type RecordedSurfaceProps } from './surface/RecordedSurface.tsx';
export {
  type CheckResume,
  type ResumeCheck,
  ResumeCheckProvider,
  type ResumeViolation,
  useCheckResume,
} from './surface/resume-check.ts';
export { areConnectionsRemoved } from './surface-frame/probe-connections.ts';
export { TaintSourceLink } from './trust/TaintSourceLink.tsx';
export { TrustFrame, type TrustFrameProps } from './trust/TrustFrame.tsx';
export { TrustLabel } from './trust/TrustLabel.tsx';
export { VisibleText, type VisibleTextProps } from './visible-text/VisibleText.tsx';
export { displayText, hiddenCount, hiddenPattern } from './visible-text/visible-text.ts';
