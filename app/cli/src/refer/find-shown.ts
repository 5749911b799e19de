import type { EventRow, RunLog } from '@openwop-inspector/run-log';

/** What a log shows under a masked id: events of that eventId, and envelopes of that correlationId. */
export interface ShownUnder {
  /** Two at most: a masked id that several events are shown under names none of them. */
  readonly events: readonly EventRow[];
  /** Nodes of the causal graph, one for each run that uses the id. */
  readonly envelopes: readonly number[];
  /** That id as lists show it; null without envelopes. */
  readonly correlationId: string | null;
  /** The envelopes have different ids, which only look alike when they are masked. */
  readonly isAmbiguous: boolean;
}

/** Events looked at together. */
const BATCH = 500;

/**
 * Looks up an id as it was printed: with the tag of its mark as in lists, or without as in documents. Tags have 16 bits,
 * so every event is looked at: what two of them are shown under is no name. Reads the whole log.
 */
export async function findShown(log: RunLog, shown: string): Promise<ShownUnder> {
  const isShown = (id: string | null): boolean => id !== null && (id === shown || withoutTags(id) === shown);
  const events: EventRow[] = [];
  const envelopes = new Map<number, string>();
  const { graph, order } = log;
  for (let at = 0; at < order.length; at += BATCH) {
    const size = Math.min(BATCH, order.length - at);
    for (const row of await log.rows(Array.from({ length: size }, (_, i) => order.ordinalAt(at + i)))) {
      if (isShown(row.eventId) && events.length < 2) events.push(row);
      const parent = graph?.parent[row.ordinal] ?? -1;
      if (isShown(row.causationId) && graph !== null && parent >= graph.base)
        envelopes.set(parent, row.causationId ?? '');
    }
  }
  for (const [node, id] of await withoutEvents(log, isShown)) envelopes.set(node, id);
  const nodes = [...envelopes.keys()].sort((one, other) => one - other);
  const hashes = nodes.map((node) => graph?.envelopes[node - graph.base]);
  const isAmbiguous = new Set(hashes.map((envelope) => `${envelope?.a} ${envelope?.b}`)).size > 1;
  return { events, envelopes: nodes, correlationId: envelopes.get(nodes[0] ?? -1) ?? null, isAmbiguous };
}

/** Envelopes beside the events that no event names as its cause. */
async function withoutEvents(
  log: RunLog,
  isShown: (id: string) => boolean,
): Promise<readonly (readonly [node: number, id: string])[]> {
  const found: [number, string][] = [];
  const { graph } = log;
  for (const [number, { events, record }] of (graph?.envelopes ?? []).entries()) {
    if (record < 0 || events > 0) continue;
    const node = (graph?.base ?? 0) + number;
    const chain = await log.chain({ ordinal: node }, { descendantLimit: 0, links: false });
    if (chain?.target.kind === 'envelope' && isShown(chain.target.correlationId))
      found.push([node, chain.target.correlationId]);
  }
  return found;
}

function withoutTags(id: string): string {
  return id.replaceAll(/(…\[masked:[a-z0-9-]{1,40}) [0-9a-f]{4}\]/g, '$1]');
}

/** Why a masked id names nothing. */
export function ambiguousWords(shown: string): string {
  return `several ids are shown as ${shown}. Name the event by its sequence`;
}
