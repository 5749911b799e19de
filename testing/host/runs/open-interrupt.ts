import { randomBytes } from 'node:crypto';
import type { ScriptedInterrupt } from './script.ts';

const HALF_AN_HOUR_MS = 1_800_000;

/** An interrupt of a run: what is asked, the credential that answers it, and how it stands. */
export interface OpenInterrupt extends ScriptedInterrupt {
  readonly interruptId: string;
  readonly key: string;
  /** Opaque; whoever holds it may answer. */
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  accepts: number;
  turns: number;
  state: 'open' | 'resolved' | 'expired' | 'gone';
}

/** Opens what a script asks; `nowMs` by the host's clock. */
export function openInterrupt(asked: ScriptedInterrupt, runId: string, nowMs: number): OpenInterrupt {
  return {
    ...asked,
    interruptId: asked.interruptId ?? randomBytes(16).toString('hex'),
    key: `${runId}:${asked.nodeId}:1`,
    token: randomBytes(32).toString('base64url'),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + HALF_AN_HOUR_MS).toISOString(),
    accepts: 0,
    turns: 0,
    state: 'open',
  };
}

/** Status of a run that waits for this kind (bundles-and-transport.md section 4). */
export function waitingStatus(kind: string): string {
  if (kind === 'approval') return 'waiting-approval';
  return kind === 'external-event' ? 'waiting-external' : 'waiting-input';
}
