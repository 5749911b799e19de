/** Surfaces of the closed catalogue, with a rehearsal of their buttons (envelope 7). */
import type { Renderer } from '../contract/renderer.ts';
import { SurfaceShow } from './SurfaceShow.tsx';
import { readSurfaceView, type SurfaceView } from './surface-view.ts';

export const surfaceRenderer: Renderer<SurfaceView> = {
  name: 'a2ui',
  title: 'Surface',
  takes: (subject) => subject.kind === 'envelope' && subject.rendering.renderer === 'a2ui',
  read: readSurfaceView,
  Show: SurfaceShow,
};
