import type { CallName, Request, ShellBridge } from '@openwop-inspector/shell-contract';
import { createHttpBridge } from './http-bridge.ts';
import { gainWindowAccess, type WindowAccess } from './window-access.ts';

let overHttp: ShellBridge | null = null;

/** The shell around this window: `window.inspector` on the desktop, HTTP on loopback in a browser. */
export function shell(): ShellBridge {
  const desktop = desktopBridge();
  if (desktop !== null) return desktop;
  overHttp ??= createHttpBridge();
  return overHttp;
}

/** Calls the shell where nobody waits for the answer, and nothing is lost without it. */
export function tellShell<N extends CallName>(name: N, request: Request<N>): void {
  shell()
    .call(name, request)
    .catch(() => undefined);
}

/** Obtains access to the shell; on the desktop every window has it. */
export async function gainAccess(): Promise<WindowAccess> {
  return desktopBridge() === null ? gainWindowAccess() : { kind: 'open' };
}

function desktopBridge(): ShellBridge | null {
  return (globalThis as { inspector?: ShellBridge }).inspector ?? null; // set by our preload only
}
