/** A press: the request it leads to, and what became of it where a host is attached. */
import type { PressAnswer } from '../contract/render-services.ts';
import type { SurfaceRequest } from './surface-request.ts';

export interface PressedRequest {
  /** From 1, in the order of the presses. */
  readonly number: number;
  /** Label of the button, a stranger's text. */
  readonly label: string;
  /** Place of the button among the components. */
  readonly index: number;
  readonly request: SurfaceRequest;
  /** Null in a rehearsal, where nothing is sent; `asking` until the person and the host have answered. */
  readonly answer: PressAnswer | 'asking' | null;
}
