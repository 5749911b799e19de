/** The renderers of kinds and of events, in the order of trial: each type stands in one of them, the last takes any. */
import { type Sheet, sheetViews } from '@openwop-inspector/events';
import { type ReadyRenderer, readyRenderer } from '../contract/ready-renderer.ts';
import type { Renderer } from '../contract/renderer.ts';
import { clarificationRequest, modelError, schemaRequest, schemaResponse } from './envelope-kinds.ts';
import { eventSheets, genericEventRenderer } from './sheet/sheet-renderer.ts';

/** Before they are made ready, for tests of what they read. */
export const sheetRenderers: readonly Renderer<Sheet>[] = [
  clarificationRequest,
  schemaRequest,
  schemaResponse,
  modelError,
  ...[...sheetViews()].map(([view, title]) => eventSheets(view, title)),
  genericEventRenderer,
];

/**
 * Purpose-made views of `clarification.request`, `schema.*` and `error` envelopes and of event types, and last a list
 * of fields for any event (run-events 3.2). What is too large to be handed over is taken by none of them.
 */
export const kindRenderers: readonly ReadyRenderer[] = sheetRenderers.map(readyRenderer);
