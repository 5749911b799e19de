/**
 * What a bench saves across reloads, for the length of this window's life: text and context, never a secret. A text
 * that contains one is not saved; the bench then begins again with what the log says.
 */

import { type AcceptContext, readAcceptContext } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import type { SavedHost } from '../acceptor-worker/run-jobs.ts';
import { type Bench, useBenchStore } from './bench-store.ts';
import { sessionOf } from './sessions-store.ts';
import { jsonOf, keepText, storedValue, takeOver } from './stored-texts.ts';

const BENCH_KEY = 'inspector.bench';

/** Saved state of one bench. */
export interface RememberedBench {
  readonly text: string;
  readonly context: AcceptContext;
}

/** Name of a bench that outlives its session's number: the address of its file. Null for pastes and drops. */
function memoryKey(benchId: string): string | null {
  if (benchId === '') return 'free';
  return sessionOf(benchId)?.reopen?.url ?? null;
}

/** Savable state of a bench; null when its text contains a secret. */
export function savableBench({
  text,
  context,
  secrets,
}: Pick<Bench, 'text' | 'context' | 'secrets'>): RememberedBench | null {
  if (secrets.some(({ value }) => value !== '' && text.includes(value))) return null;
  const { secrets: _never, ...rest } = context;
  return { text, context: rest };
}

/** Writes all benches. */
export function rememberBenches(): void {
  const stored = Object.entries(useBenchStore.getState().benches).flatMap(([benchId, bench]) => {
    const key = memoryKey(benchId);
    const value = savableBench(bench);
    return key === null || value === null ? [] : [[key, value] as const];
  });
  write(Object.fromEntries(stored));
}

/** What was on a bench before the reload; null when nothing was saved. */
export function rememberedBench(benchId: string): RememberedBench | null {
  const key = memoryKey(benchId);
  const all = read();
  return key !== null && isRecord(all) && Object.hasOwn(all, key) ? readRemembered(all[key]) : null;
}

function readRemembered(value: unknown): RememberedBench | null {
  if (!isRecord(value) || typeof value.text !== 'string') return null;
  const context = readAcceptContext(value.context);
  return context.ok ? { text: value.text, context: context.context } : null;
}

/** Writes the saved declarations of hosts. They contain no secret: their form has no place for one. */
export function rememberHosts(): Promise<boolean> {
  return keepText('hosts', JSON.stringify(useBenchStore.getState().hosts));
}

/** Restores the saved declarations, and those that an earlier version stored in the browser. */
export function loadHosts(): void {
  putHosts(hostsOf(storedValue('hosts')));
  void takeOver('hosts', (old) => {
    const { hosts } = useBenchStore.getState();
    const others = hostsOf(jsonOf(old)).filter((one) => !hosts.some(({ name }) => name === one.name));
    putHosts([...hosts, ...others]);
    return rememberHosts();
  });
}

/** The declarations of a document of any origin; what is malformed is left out. */
function hostsOf(value: unknown): readonly SavedHost[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): readonly SavedHost[] => {
    if (!isRecord(one) || typeof one.name !== 'string') return [];
    const context = readAcceptContext({ host: one.host });
    return context.ok && context.context.host ? [{ name: one.name, host: context.context.host }] : [];
  });
}

/** The same list stays the same object: results for it stay valid. */
function putHosts(hosts: readonly SavedHost[]): void {
  const held = useBenchStore.getState().hosts;
  if (JSON.stringify(held) !== JSON.stringify(hosts)) useBenchStore.setState({ hosts });
}

function write(value: unknown): void {
  try {
    sessionStorage.setItem(BENCH_KEY, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the comfort of a reload.
  }
}

function read(): unknown {
  try {
    return jsonOf(sessionStorage.getItem(BENCH_KEY) ?? 'null');
  } catch {
    return null;
  }
}
