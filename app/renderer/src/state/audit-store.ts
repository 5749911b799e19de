import type { LogAudit } from '@openwop-inspector/audit';
import { create } from 'zustand';
import type { AuditFinding } from '../model/audit-rows.ts';

/** What an audit came to. */
export interface AuditResult {
  readonly audit: LogAudit;
  readonly findings: readonly AuditFinding[];
  /** Findings of more kinds than are kept. */
  readonly leftOut: number;
  /** Envelopes that the acceptor took too long for. */
  readonly tookTooLong: number;
}

/** Of one session. `run` is what it is about, null for all runs; `events` how many there were. */
export type Audit = { readonly run: string | null; readonly events: number } & (
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: AuditResult }
  | { readonly kind: 'failed'; readonly reason: string }
);

interface AuditStoreState {
  readonly audits: Readonly<Record<string, Audit>>;
}

const useAuditStore = create<AuditStoreState>()(() => ({ audits: {} }));

export function auditOf(sessionId: string): Audit | null {
  return useAuditStore.getState().audits[sessionId] ?? null;
}

export function useAudit(sessionId: string): Audit | null {
  return useAuditStore(({ audits }) => audits[sessionId] ?? null);
}

export function putAudit(sessionId: string, audit: Audit): void {
  useAuditStore.setState(({ audits }) => ({ audits: { ...audits, [sessionId]: audit } }));
}

/** Forgets the audit of a closed session; one that is under way ends. */
export function dropAudit(sessionId: string): void {
  useAuditStore.setState(({ audits }) => {
    const { [sessionId]: _closed, ...rest } = audits;
    return { audits: rest };
  });
}
