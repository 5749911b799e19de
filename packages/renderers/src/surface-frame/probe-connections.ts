import { hasConnections } from './take-away.ts';

/** True when the guard works in this browser: no connection in the window, nor in a temporary empty frame. */
export function areConnectionsRemoved(window: Window): boolean {
  const frame = window.document.createElement('iframe');
  frame.hidden = true;
  window.document.documentElement.append(frame);
  const inner = window[window.length - 1];
  const isHeld = inner !== undefined && !hasConnections(window) && !hasConnections(inner);
  frame.remove();
  return isHeld;
}
