import type { ShellBridge } from '@openwop-inspector/main/contract';
import { createHttpBridge } from './http-bridge.ts';

let bridge: ShellBridge | null = null;

/** The shell around this window: `window.inspector` on the desktop, HTTP on loopback in a browser. */
export function shell(): ShellBridge {
  bridge ??= (globalThis as { inspector?: ShellBridge }).inspector ?? createHttpBridge(); // set by our preload only
  return bridge;
}
