/** Renderers: React components that show foreign values to a person. */

export { cardRenderer } from './card/card-renderer.ts';
export { Clause } from './clause/Clause.tsx';
export { ClausePage, type ClausePageProps } from './clause/ClausePage.tsx';
export { ClauseOpenerProvider, type OpenClause } from './clause/clause-opener.ts';
export { CodeView, type CodeViewProps } from './code/CodeView.tsx';
export { codeRenderer } from './code/code-renderer.ts';
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
  RenderSubject,
  SubjectTrust,
  TaintSource,
} from './contract/render-subject.ts';
export type { Reading, ReadProblem, Renderer, ShowProps } from './contract/renderer.ts';
export { kindRenderers } from './kinds/kind-renderers.ts';
export { type FormControl, type FormItem, formOf } from './kinds/sheet/form-model.ts';
export { markdownRenderer } from './markdown/markdown-renderer.ts';
export { audioRenderer, fileRenderer, imageRenderer } from './media/media-renderers.ts';
export type { MediaFamily, MediaView } from './media/media-view.ts';

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
export { valueSource } from './payload/value-source.ts';
export { ReasoningLane, type ReasoningLaneProps } from './reasoning/ReasoningLane.tsx';
export type { ReasoningEntry, ReasoningMoment } from './reasoning/reasoning-moment.ts';
export { RenderedSubject, type RenderedSubjectProps } from './registry/RenderedSubject.tsx';
export { DeltaPlayer, type DeltaPlayerProps } from './surface/DeltaPlayer.tsx';
export type { DeltaChainData, DeltaFrameData } from './surface/delta-chain-data.ts';
export {
  type CheckResume,
  type ResumeCheck,
  ResumeCheckProvider,
  type ResumeViolation,
  useCheckResume,
} from './surface/resume-check.ts';
export { surfaceRenderer } from './surface/surface-renderer.ts';
export type { SurfaceView } from './surface/surface-view.ts';
export { takeAwayConnections } from './surface-frame/take-away.ts';
export { TaintSourceLink } from './trust/TaintSourceLink.tsx';
export { TrustFrame, type TrustFrameProps } from './trust/TrustFrame.tsx';
export { TrustLabel } from './trust/TrustLabel.tsx';
export { VisibleText, type VisibleTextProps } from './visible-text/VisibleText.tsx';
export { hiddenCount, hiddenPattern, shownText } from './visible-text/visible-text.ts';
