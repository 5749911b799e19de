/** Surfaces in the snapshot of a run and in lists of its open interrupts (envelope 7.5, bundles 4). */

import { isRecord } from '@openwop-inspector/base';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { isSurface } from './written-values.ts';

/** A surface beside the events, as parsed; not masked. */
export interface StoredSurface {
  readonly runId: string | null;
  readonly nodeId: string | null;
  readonly kind: string | null;
  readonly resumeSchema: unknown;
  readonly payload: Record<string, unknown>;
}

/** Interrupts that are looked at. */
const MAX_INTERRUPTS = 200;

/** The surfaces that members beside the events hold. Empty when the log itself has the interrupt of the same node. */
export function snapshotSurfaces(log: LoadedLog): StoredSurface[] {
  const { header } = log;
  const snapshot = header.get('snapshot');
  const run = header.get('run');
  const root = Object.fromEntries(header);
  return [root, snapshot, run]
    .filter(isRecord)
    .flatMap((holder) => interruptsOf(holder).flatMap((interrupt) => surfaceOf(interrupt, holder) ?? []))
    .filter((surface) => !isInEvents(log, surface));
}

function interruptsOf(holder: Record<string, unknown>): readonly Record<string, unknown>[] {
  const one = own(holder, 'interrupt');
  const list = own(holder, 'interrupts');
  return [one, ...(Array.isArray(list) ? list.slice(0, MAX_INTERRUPTS) : [])].filter(isRecord);
}

function surfaceOf(
  interrupt: Record<string, unknown>,
  holder: Record<string, unknown>,
): StoredSurface | null {
  const data = [own(interrupt, 'data'), own(interrupt, 'payload')].find((value) => isSurface(value));
  if (!isRecord(data)) return null;
  return {
    runId: text(own(interrupt, 'runId')) ?? text(own(holder, 'runId')),
    nodeId: text(own(interrupt, 'nodeId')) ?? text(own(holder, 'currentNodeId')),
    kind: text(own(interrupt, 'kind')),
    resumeSchema: own(interrupt, 'resumeSchema') ?? null,
    payload: data,
  };
}

/** True when an event about a surface stands at the same node: the snapshot only repeats it. */
function isInEvents(log: LoadedLog, surface: StoredSurface): boolean {
  const { nodes, columns, types } = log.index;
  const node = surface.nodeId === null ? -1 : nodes.find(surface.nodeId);
  const asked = [types.find('interrupt.requested'), types.find('node.suspended')];
  if (node <= 0 || asked.every((type) => type < 0)) return false;
  for (let row = 0; row < columns.length; row++) {
    if (columns.node[row] === node && asked.includes(columns.type[row] as number) && isAbout(log, row))
      return true;
  }
  return false;
}

function isAbout(log: LoadedLog, row: number): boolean {
  return ((log.index.columns.flags[row] as number) & FLAG.aboutEnvelope) !== 0;
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
