import { isRecord, member } from '@openwop-inspector/base';
import type { StoredEvent } from '../runs/script.ts';

/** One frame of an event stream, in the pieces that a host writes it in. */
export interface Frame {
  readonly id: number | null;
  readonly event: string;
  readonly data: string;
}

interface Base {
  readonly eventId: string;
  readonly surface: Readonly<Record<string, unknown>>;
}

interface Replacement {
  readonly op: 'replace';
  readonly path: string;
  readonly value: unknown;
}

/**
 * Surfaces of one connection that requested deltas (RFC 0114): the first of a node goes as it is, those after it as a
 * patch against the one before, under the eventId of the first. Never logged.
 */
export class SurfaceDeltas {
  readonly #bases = new Map<string, Base>();

  /** The delta frame that represents this event on this connection; null when the event itself is to be sent. */
  frameFor(event: StoredEvent): Frame | null {
    if (event.type !== 'ui.a2ui-surface') return null;
    const surface = member(event.payload, 'surface');
    if (!isRecord(surface)) return null;
    const node = event.nodeId ?? '';
    const base = this.#bases.get(node);
    this.#bases.set(node, { eventId: base?.eventId ?? event.eventId, surface });
    if (base === undefined) return null;
    const patch = patchOf(base.surface, surface);
    const catalogVersion = member(event.payload, 'catalogVersion');
    const data = JSON.stringify({ surfaceRef: base.eventId, catalogVersion, patch });
    return { id: event.sequence, event: 'ui.a2ui-surface.delta', data };
  }
}

/** Paths begin at the surface, as the recorded host has them. */
function patchOf(from: Base['surface'], to: Base['surface']): readonly Replacement[] {
  const title: Replacement[] =
    from.title === to.title ? [] : [{ op: 'replace', path: '/title', value: to.title }];
  const [before, after] = [from.components, to.components];
  if (!Array.isArray(before) || !Array.isArray(after)) return title;
  const same = before.length === after.length && before.every((each, i) => haveSameKeys(each, after[i]));
  if (!same) return [...title, { op: 'replace', path: '/components', value: after }];
  return [...title, ...after.flatMap((each, i) => membersOf(before[i], each, `/components/${i}`))];
}

function membersOf(from: unknown, to: unknown, path: string): readonly Replacement[] {
  if (!isRecord(to)) return [];
  return Object.entries(to)
    .filter(([key, value]) => JSON.stringify(member(from, key)) !== JSON.stringify(value))
    .map(([key, value]) => ({ op: 'replace', path: `${path}/${key}`, value }));
}

const haveSameKeys = (a: unknown, b: unknown): boolean =>
  isRecord(a) && isRecord(b) && Object.keys(a).join() === Object.keys(b).join();
