import { hasConnections } from './take-away.ts';

/** Whether the guard holds in this browser: no connection in the window, nor in an empty frame, added for the moment. */
export function areConnectionsRemoved(window: Window): boolean {
  const frame = window.document.createElement('iframe');
  frame.hidden = true;
  window.document.documentElement.append(frame);
  const inner = window[window.length - 1];
  const isHeld = inner !== undefined && !hasConnections(window) && !hasConnections(inner);
  frame.remove();
  return isHeld;
}
