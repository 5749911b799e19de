/**
 * What a bench holds over a reload, for the length of this window's life: text and context, never a secret. A text
 * that holds one is not kept; the bench then begins again with what the log says.
 */

import { type AcceptContext, readAcceptContext } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import type { SavedHost } from '../acceptor-worker/acceptor-contract.ts';
import { type Bench, useBenchStore } from './bench-store.ts';
import { sessionOf } from './sessions-store.ts';

const BENCH_KEY = 'inspector.bench';
const HOSTS_KEY = 'inspector.hosts';

/** What is kept of one bench. */
export interface RememberedBench {
  readonly text: string;
  readonly context: AcceptContext;
}

/** Name of a bench that outlives its session's number: the address of its file. Null for pastes and drops. */
function memoryKey(benchId: string): string | null {
  if (benchId === '') return 'free';
  return sessionOf(benchId)?.reopen?.url ?? null;
}

/** What may be kept of a bench; null when its text holds a secret. */
export function keptOf({
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
  const kept = Object.entries(useBenchStore.getState().benches).flatMap(([benchId, bench]) => {
    const key = memoryKey(benchId);
    const value = keptOf(bench);
    return key === null || value === null ? [] : [[key, value] as const];
  });
  write(sessionStorage, BENCH_KEY, Object.fromEntries(kept));
}

/** What was on a bench before the reload; null when nothing was kept. */
export function rememberedBench(benchId: string): RememberedBench | null {
  const key = memoryKey(benchId);
  const all = read(sessionStorage, BENCH_KEY);
  return key !== null && isRecord(all) && Object.hasOwn(all, key) ? readRemembered(all[key]) : null;
}

function readRemembered(value: unknown): RememberedBench | null {
  if (!isRecord(value) || typeof value.text !== 'string') return null;
  const context = readAcceptContext(value.context);
  return context.ok ? { text: value.text, context: context.context } : null;
}

/** Writes the saved declarations of hosts. They hold no secret: their form has no place for one. */
export function rememberHosts(): void {
  write(localStorage, HOSTS_KEY, useBenchStore.getState().hosts);
}

/** Reads the saved declarations; what is malformed is left out. */
export function loadHosts(): void {
  const all = read(localStorage, HOSTS_KEY);
  const hosts = (Array.isArray(all) ? all : []).flatMap((one: unknown): readonly SavedHost[] => {
    if (!isRecord(one) || typeof one.name !== 'string') return [];
    const context = readAcceptContext({ host: one.host });
    return context.ok && context.context.host ? [{ name: one.name, host: context.context.host }] : [];
  });
  // The same list stays the same object: what was asked of it stands.
  const held = useBenchStore.getState().hosts;
  if (JSON.stringify(held) !== JSON.stringify(hosts)) useBenchStore.setState({ hosts });
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the comfort of a reload.
  }
}

function read(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
