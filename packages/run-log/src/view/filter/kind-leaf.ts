/** `kind:`: of the envelope that an event names, else of the one it came from. */

import type { EnvelopeNode } from '../../graph/causal-graph.ts';
import { effectsOf } from '../chain.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../read-payload.ts';
import { envelopeTypeOf } from '../stories/event-facts.ts';
import type { ByteLeaf } from './leaves.ts';
import type { OpenedEvent } from './opened-event.ts';
import { planForNames } from './search-plan.ts';
import { type FilterError, filterError, type Term } from './syntax.ts';
import { wildcard } from './wildcard.ts';

/** Events of one envelope that are read for its kind. */
const READ_AN_ENVELOPE = 8;

/** An envelope beside the events names its kind itself; of any other its first events are looked at. */
export function kindLeaf(term: Extract<Term, { kind: 'field' }>, log: LoadedLog): ByteLeaf | FilterError {
  const { graph } = log;
  if (graph === null)
    return filterError(term.at, 'kind: envelopes are not known before the log has been read to its end');
  const matches = wildcard(term.value.text);
  const kinds = new Map<number, Promise<string | null>>();
  const kindOf = (envelope: EnvelopeNode, number: number): Promise<string | null> => {
    const held = kinds.get(number) ?? kindOfEnvelope(log, envelope);
    kinds.set(number, held);
    return held;
  };
  const holds = (event: OpenedEvent): boolean | Promise<boolean> => {
    const own = envelopeTypeOf(log.index.typeOf(event.row), event.document?.payload);
    if (own !== null) return matches(own);
    const number = (graph.parent[event.row] ?? -1) - graph.base;
    const envelope = graph.envelopes[number];
    if (number < 0 || envelope === undefined) return false;
    return kindOf(envelope, number).then((kind) => kind !== null && matches(kind));
  };
  const isAsked = (row: number): boolean =>
    (graph.parent[row] ?? -1) >= graph.base || MAY_BE_ENVELOPES.has(log.index.typeOf(row));
  return {
    kind: 'bytes',
    plan: planForNames(NAMED),
    otherwise: (row) => (isAsked(row) ? 'ask' : false),
    holds,
    isLasting: false,
  };
}

/** What stands in every event that names a kind, in lower case, but for those of a few types. */
const NAMED = ['envelopetype', 'refusedtype', 'catalogversion'];
const MAY_BE_ENVELOPES: ReadonlySet<string> = new Set([
  'ui.a2ui-surface',
  'clarification.requested',
  'interrupt.requested',
  'node.suspended',
]);

async function kindOfEnvelope(log: LoadedLog, envelope: EnvelopeNode): Promise<string | null> {
  const record = log.index.envelopes[envelope.record];
  if (record !== undefined) return record.type;
  const reader = new PayloadReader(log, READ_AN_ENVELOPE);
  for (const row of effectsOf(log, envelope)) {
    const kind = envelopeTypeOf(log.index.typeOf(row), (await reader.read(row))?.payload);
    if (kind !== null) return kind;
  }
  return null;
}
