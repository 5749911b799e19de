import { isRecord } from '@openwop-inspector/base';

/** A rectangle in screen coordinates, in device-independent pixels; Electron's rectangles have this form. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was. No place means that the system chooses one. */
export interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly place: { readonly x: number; readonly y: number } | null;
  readonly isMaximized: boolean;
}

/** Smallest size at which every pane can still be used. */
export const smallestWindow = { width: 720, height: 480 };

const firstWindow: WindowState = { width: 1440, height: 900, place: null, isMaximized: false };

/** Part of the window's top that must lie on a display, so that the user can take hold of it. */
const gripPixels = 80;

/** Reads a stored state; whatever is not one gives the size of a first start. */
export function windowStateFrom(value: unknown): WindowState {
  if (!isRecord(value)) return firstWindow;
  const { width, height, place, isMaximized } = value;
  if (!isPixels(width) || !isPixels(height) || width < 1 || height < 1) return firstWindow;
  const isPlaced = isRecord(place) && isPixels(place.x) && isPixels(place.y);
  return {
    width,
    height,
    place: isPlaced && isPixels(place.x) && isPixels(place.y) ? { x: place.x, y: place.y } : null,
    isMaximized: isMaximized === true,
  };
}

/**
 * Fits a stored state to the displays there are now: no larger than the display it goes to, no smaller than usable, and
 * placed by the system when its top would not be reachable (a display was unplugged or changed its resolution).
 *
 * @param displays work areas, the primary one first
 */
export function fitWindow(state: WindowState, displays: readonly Area[]): WindowState {
  const { place } = state;
  const home =
    place === null ? undefined : displays.find((display) => holdsGrip(display, state.width, place));
  const room = home ?? displays[0];
  if (room === undefined) return { ...state, place: null };
  return {
    width: Math.max(smallestWindow.width, Math.min(state.width, room.width)),
    height: Math.max(smallestWindow.height, Math.min(state.height, room.height)),
    place: home === undefined ? null : place,
    isMaximized: state.isMaximized,
  };
}

function holdsGrip(display: Area, width: number, place: { readonly x: number; readonly y: number }): boolean {
  const visible = Math.min(place.x + width, display.x + display.width) - Math.max(place.x, display.x);
  return visible >= gripPixels && place.y >= display.y && place.y <= display.y + display.height - gripPixels;
}

const isPixels = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(Number(value)) <= 100_000;
