import type { AuditFile, FindingGroup, LogAudit } from '@openwop-inspector/audit';
import { create } from 'zustand';
import type { AuditFinding } from '../model/audit-rows.ts';

/** What an audit came to. */
export interface AuditResult {
  readonly audit: LogAudit;
  /** All that was found, what a baseline names too. */
  readonly groups: readonly FindingGroup[];
  readonly findings: readonly AuditFinding[];
  /** Kinds of findings that the baseline names, and its entries that name nothing any more; null without one. */
  readonly known: { readonly hidden: number; readonly unused: number } | null;
  /** Findings of kinds beyond the stored ones. */
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

/** A file under the name it was chosen by. */
export type Chosen<Kind extends AuditFile['kind']> = { readonly name: string } & Extract<
  AuditFile,
  { readonly kind: Kind }
>;

/** What a log is checked against besides the protocol: files of its host and of its team. */
export interface AuditFiles {
  readonly discovery: Chosen<'discovery'> | null;
  readonly schemas: Chosen<'schemas'> | null;
  readonly baseline: Chosen<'baseline'> | null;
  /** What was wrong with the file that was chosen last: a sentence. */
  readonly problem: string | null;
  /** Shows what the baseline names too, as known. */
  readonly showsKnown: boolean;
}

const NOTHING_BESIDE: AuditFiles = {
  discovery: null,
  schemas: null,
  baseline: null,
  problem: null,
  showsKnown: false,
};

interface AuditStoreState {
  readonly beside: Readonly<Record<string, AuditFiles>>;
  readonly audits: Readonly<Record<string, Audit>>;
}

const useAuditStore = create<AuditStoreState>()(() => ({ audits: {}, beside: {} }));

export function auditOf(sessionId: string): Audit | null {
  return useAuditStore.getState().audits[sessionId] ?? null;
}

export function useAudit(sessionId: string): Audit | null {
  return useAuditStore(({ audits }) => audits[sessionId] ?? null);
}

export function auditFilesOf(sessionId: string): AuditFiles {
  return useAuditStore.getState().beside[sessionId] ?? NOTHING_BESIDE;
}

export function useAuditFiles(sessionId: string): AuditFiles {
  return useAuditStore(({ beside }) => beside[sessionId] ?? NOTHING_BESIDE);
}

export function changeAuditFiles(sessionId: string, change: Partial<AuditFiles>): void {
  const next = { ...auditFilesOf(sessionId), ...change };
  useAuditStore.setState(({ beside }) => ({ beside: { ...beside, [sessionId]: next } }));
}

export function putAudit(sessionId: string, audit: Audit): void {
  useAuditStore.setState(({ audits }) => ({ audits: { ...audits, [sessionId]: audit } }));
}

/** Forgets the audit of a closed session; one that is under way ends. */
export function dropAudit(sessionId: string): void {
  useAuditStore.setState(({ audits, beside }) => {
    const { [sessionId]: _closed, ...rest } = audits;
    const { [sessionId]: _files, ...files } = beside;
    return { audits: rest, beside: files };
  });
}
