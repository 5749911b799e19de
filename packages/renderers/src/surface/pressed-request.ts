/** A request that a press in this rehearsal would have led to. */
import type { SurfaceRequest } from './surface-request.ts';

export interface PressedRequest {
  /** From 1, in the order of the presses. */
  readonly number: number;
  /** Label of the button, a stranger's text. */
  readonly label: string;
  /** Place of the button among the components. */
  readonly index: number;
  readonly request: SurfaceRequest;
}
