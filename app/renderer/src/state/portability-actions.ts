/**
 * Which hosts would take the envelopes of the log in scope. The session worker brings the evidence a page at a time, the
 * acceptor's worker judges it at each host, the window only counts.
 */
import { MAX_ENVELOPES, PortabilityGrid } from '@openwop-inspector/audit';
import { announce } from '@openwop-inspector/ui';
import { acceptor } from '../acceptor-worker/acceptor-client.ts';
import type { SavedHost } from '../acceptor-worker/run-jobs.ts';
import { askWorker } from '../worker/client.ts';
import { selectPlace } from './audit-actions.ts';
import { openAtHost } from './bench-open.ts';
import { useBenchStore } from './bench-store.ts';
import {
  type Portability,
  type PortabilityResult,
  portabilityOf,
  putPortability,
} from './portability-store.ts';
import { sessionOf } from './sessions-store.ts';
import { showView } from './view-actions.ts';
import { changeView, viewOf } from './view-store.ts';

/** Envelopes judged per request. */
const PAGE = 40;

/** Sessions whose grid is to end at the next page. */
const stopping = new Set<string>();

/** Ends what is under way; what was found until then is displayed. */
export function stopPortability(sessionId: string): void {
  stopping.add(sessionId);
}

/** Checks against the saved hosts, unless just this was checked already. */
export function ensurePortability(sessionId: string): void {
  const held = portabilityOf(sessionId);
  const { hosts } = useBenchStore.getState();
  const isSame =
    held !== null &&
    held.run === viewOf(sessionId).run &&
    (held.state.kind !== 'done' || held.state.result.hosts === hosts);
  if (!isSame && hosts.length > 0) void askHosts(sessionId);
}

/** Asks the hosts that are saved, in place of whatever is under way. */
export async function askHosts(sessionId: string): Promise<void> {
  stopping.delete(sessionId);
  const { run } = viewOf(sessionId);
  const { hosts } = useBenchStore.getState();
  const { cell = null } = portabilityOf(sessionId) ?? {};
  const about = { run, events: sessionOf(sessionId)?.summary?.events ?? 0 };
  let own: Portability['state'] = { kind: 'running', done: 0, total: 0 };
  putPortability(sessionId, { ...about, cell, state: own });
  // Another question about the session, other hosts, or its close, end this one.
  const isOurs = (): boolean =>
    portabilityOf(sessionId)?.state === own && useBenchStore.getState().hosts === hosts;
  const say = (state: Portability['state']): void => {
    own = state;
    const held = portabilityOf(sessionId);
    if (held !== null) putPortability(sessionId, { ...held, state });
  };
  try {
    const result = await askPages(sessionId, hosts, isOurs, (done, total) =>
      say({ kind: 'running', done, total }),
    );
    if (result === null || !isOurs()) return;
    say({ kind: 'done', result });
    announce(result.wasStopped ? 'Stopped' : 'All hosts asked');
  } catch (error) {
    if (isOurs()) say({ kind: 'failed', reason: error instanceof Error ? error.message : '' });
  }
}

/** Null when the request is outdated. */
async function askPages(
  sessionId: string,
  hosts: readonly SavedHost[],
  isOurs: () => boolean,
  tell: (done: number, total: number) => void,
): Promise<PortabilityResult | null> {
  const grid = new PortabilityGrid();
  const seen = new Set<string>();
  const file = sessionOf(sessionId)?.name ?? '';
  let tookTooLong = 0;
  let total = 0;
  let wasStopped = false;
  for (let offset = 0; grid.taken < MAX_ENVELOPES; offset += PAGE) {
    const page = await askWorker('auditPage', { sessionId, offset, limit: PAGE });
    if (!isOurs()) return null;
    total = page.total;
    wasStopped = stopping.delete(sessionId);
    if (page.isEnd || wasStopped) break;
    const evidence = page.evidence.flatMap(({ key, evidence: one }) => {
      if (seen.has(key)) return [];
      seen.add(key);
      return [one];
    });
    const requested = await acceptor.ask('portability', { evidence, hosts });
    if (!isOurs()) return null;
    if (requested.kind === 'failed') throw new Error(requested.reason);
    if (requested.kind === 'stopped') tookTooLong += evidence.length;
    else
      for (const { kind, place, verdicts } of requested.result) grid.take(kind, { file, ...place }, verdicts);
    tell(grid.taken, Math.max(total, grid.taken));
  }
  const isCut = wasStopped || grid.taken >= MAX_ENVELOPES;
  const leftOut = grid.leftOut + tookTooLong + (isCut ? Math.max(0, total - grid.taken) : 0);
  return { hosts, rows: grid.rows(), envelopes: grid.taken, leftOut, tookTooLong, wasStopped };
}

/** Shows what decides a cell. */
export function selectCell(sessionId: string, kind: string, host: string): void {
  const held = portabilityOf(sessionId);
  if (held !== null) putPortability(sessionId, { ...held, cell: { kind, host } });
}

type Place = Parameters<typeof selectPlace>[1];

/** Goes to the event of an example. */
export async function showExample(sessionId: string, place: Place): Promise<void> {
  if (!(await selectPlace(sessionId, place))) return;
  changeView(sessionId, { bench: null });
  showView(sessionId, 'events');
}

/** Takes an example to the acceptor, in the context of its run and with what the host declares. */
export async function tryExample(sessionId: string, place: Place, { host }: SavedHost): Promise<void> {
  if (await selectPlace(sessionId, place)) await openAtHost(sessionId, host);
}
