/** What is displayed, decided without React and without a document: plain data in, plain data out. */

export {
  applyDeltaFrame,
  type DeltaStart,
  type DeltaStep,
  playDeltaFrames,
  startDeltaChain,
} from './a2ui/delta.ts';
export { isSurfaceTainted } from './a2ui/read-surface.ts';
export type { FieldValue } from './a2ui/surface-actions.ts';
export { valueObject } from './a2ui/surface-actions.ts';
export {
  pressButton,
  type SurfaceInput,
  type SurfaceModel,
  surfaceModel,
  surfaceTexts,
} from './a2ui/surface-model.ts';
export type { Rendering } from './choose/choose-rendering.ts';
export { chooseRendering } from './choose/choose-rendering.ts';
export { saveName } from './choose/media-content.ts';
