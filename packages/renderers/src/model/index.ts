/** What is displayed, decided without React and without a document: plain data in, plain data out. */

export { type ComponentChange, componentChanges } from './a2ui/component-changes.ts';
export {
  applyDeltaFrame,
  type DeltaChain,
  type DeltaCode,
  type DeltaCodeInfo,
  type DeltaFailure,
  type DeltaStart,
  type DeltaStep,
  deltaCodeInfo,
  playDeltaFrames,
  startDeltaChain,
} from './a2ui/delta.ts';
export type { DeltaRoot } from './a2ui/delta-frame.ts';
export type { A2uiField, FieldValue, FieldValues } from './a2ui/field-values.ts';
export {
  SURFACE_LIMITS,
  type SurfaceNotice,
  type SurfaceNoticeCode,
  type SurfaceViolation,
} from './a2ui/read-surface.ts';
export {
  type ActionBlock,
  type ActionBlockage,
  type PressedAction,
  type TrustFacts,
  valueObject,
} from './a2ui/surface-actions.ts';
export {
  type FieldItem,
  type HeadingItem,
  pressButton,
  type SurfaceInNotice,
  type SurfaceInput,
  type SurfaceItem,
  type SurfaceModel,
  surfaceModel,
  surfaceTexts,
  type TextItem,
  type ValidSurface,
} from './a2ui/surface-model.ts';
export { chooseRendering, type RenderOptions } from './choose/choose-rendering.ts';
export type { ContentUrl } from './choose/content-source.ts';
export { type ImageSize, MAX_IMAGE_SIDE } from './choose/image-size.ts';
export { saveName } from './choose/media-content.ts';
export { type RenderRule, type RenderRuleInfo, renderRule } from './choose/render-rules.ts';
export type {
  MediaRendering,
  RendererName,
  Rendering,
  RenderNote,
  RenderWarning,
} from './choose/rendering.ts';
export type { Secret } from './redact/secret-mask.ts';
