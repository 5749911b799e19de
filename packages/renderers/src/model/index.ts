/** What is shown, decided without React and without a document: plain data in, plain data out. */

export { type ComponentChange, componentChanges } from './a2ui/component-changes.ts';
export {
  applyDeltaFrame,
  type DeltaChain,
  type DeltaFailure,
  type DeltaStart,
  type DeltaStep,
  playDeltaFrames,
  startDeltaChain,
} from './a2ui/delta.ts';
export { type DeltaCode, type DeltaCodeInfo, deltaCodeInfo } from './a2ui/delta-codes.ts';
export type { DeltaRoot } from './a2ui/delta-frame.ts';
export type { A2uiField, FieldValue, FieldValues } from './a2ui/field-values.ts';
export {
  type ActionBlock,
  type ActionBlockage,
  type PressedAction,
  valueObject,
} from './a2ui/surface-actions.ts';
export { SURFACE_LIMITS } from './a2ui/surface-limits.ts';
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
export type { SurfaceNotice, SurfaceNoticeCode, SurfaceViolation } from './a2ui/surface-notice.ts';
export type { TrustFacts } from './a2ui/surface-trust.ts';
export { chooseRendering, type RenderOptions } from './choose/choose-rendering.ts';
export type { ContentUrl } from './choose/content-url.ts';
export { type ImageSize, MAX_IMAGE_SIDE } from './choose/image-size.ts';
export { type RenderRule, type RenderRuleInfo, renderRule } from './choose/render-rules.ts';
export type {
  MediaRendering,
  RendererName,
  Rendering,
  RenderNote,
  RenderWarning,
} from './choose/rendering.ts';
export { saveName } from './choose/save-name.ts';
export type { Secret } from './redact/secret-mask.ts';
