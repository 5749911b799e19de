import type { ShellBridge } from '@openwop-inspector/main/contract';
import { createHttpBridge } from './http-bridge.ts';
import { arriveInWindow, type WindowArrival } from './window-door.ts';

let bridge: ShellBridge | null = null;

/** The shell around this window: `window.inspector` on the desktop, HTTP on loopback in a browser. */
export function shell(): ShellBridge {
  bridge ??= desktopBridge() ?? createHttpBridge();
  return bridge;
}

/** Comes to the shell; on the desktop the window is there from the start. */
export async function arriveAtShell(): Promise<WindowArrival> {
  return desktopBridge() === null ? arriveInWindow() : { kind: 'open' };
}

function desktopBridge(): ShellBridge | null {
  return (globalThis as { inspector?: ShellBridge }).inspector ?? null; // set by our preload only
}
