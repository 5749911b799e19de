import { isRecord, jsonText, member, pointerTo, textsAt } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { familiesOf, familyOf } from '../families.ts';
import { finding, someOf } from './capability-rules.ts';

/** Streams and transports say the same thing in two places, and hosts fill in one of them (section 5.2). */
export function streamRules(document: unknown): readonly CapabilityFinding[] {
  const transports = familyOf(document, 'supportedTransports');
  const listed = textsAt({ transports: transports?.value }, 'transports');
  const stream = familyOf(document, 'stream');
  const modes = textsAt(stream?.value, 'modes') ?? [];
  const streams = modes.length > 0 || member(stream?.value, 'supported') === true;
  const found: CapabilityFinding[] = [];
  if (streams && listed !== null && !listed.includes('sse')) {
    const message = 'The document offers a stream, but the transports do not list sse.';
    found.push(finding('stream_not_among_transports', transports?.pointer ?? '', message));
  }
  if (listed?.includes('sse') === true) {
    const message = 'sse is not among the transports that the protocol names; it is taken as meant.';
    found.push(finding('transport_sse_unlisted', transports?.pointer ?? '', message));
    if (!streams) {
      const words = 'The transports list sse, but no family stream says which modes there are.';
      found.push(finding('stream_among_transports_only', transports?.pointer ?? '', words));
    }
  }
  if (modes.length > 0 && !modes.includes('debug')) {
    const message = 'The mode debug is not offered; without it much of a run is not streamed.';
    found.push(finding('stream_debug_missing', `${stream?.pointer ?? ''}/modes`, message));
  }
  return found;
}

/**
 * A family at the root and under `capabilities`, with different content: the root counts (section 5.2). Hosts mirror a
 * part of a family only; what one of the two lacks is no contradiction.
 */
export function mirrorRules(document: unknown): readonly CapabilityFinding[] {
  const inner = member(document, 'capabilities');
  const differing = familiesOf(document).filter(({ name, value, pointer }) => {
    const mirrored = member(inner, name);
    return mirrored !== undefined && !pointer.startsWith('/capabilities/') && contradict(value, mirrored);
  });
  return differing.slice(0, 20).map(({ name }) => {
    const message = `${someOf([name])} stands at the root and under capabilities with different content; the root counts.`;
    return finding('family_told_twice', pointerTo('/capabilities', name), message);
  });
}

/** Compared so deep; further in, objects are not compared, and the order of members counts. */
const DEEPEST = 64;

/** Whether the two say different things of the same member. Objects are compared by what both have, the rest whole. */
function contradict(a: unknown, b: unknown): boolean {
  const pending = [{ a, b, depth: 0 }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { a: one, b: other, depth } = pair;
    if (!isRecord(one) || !isRecord(other)) {
      if (!isSame(one, other)) return true;
      continue;
    }
    if (depth >= DEEPEST) continue;
    for (const name of Object.keys(one)) {
      if (!Object.hasOwn(other, name)) continue;
      pending.push({ a: member(one, name), b: member(other, name), depth: depth + 1 });
    }
  }
  return false;
}

/** As written, but for the order of members. */
function isSame(a: unknown, b: unknown): boolean {
  return jsonText(a) === jsonText(b) || jsonText(inOrder(a, 0)) === jsonText(inOrder(b, 0));
}

function inOrder(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => inOrder(item, depth + 1));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, item]) => [name, inOrder(item, depth + 1)]);
}
