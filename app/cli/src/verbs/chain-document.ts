/** Causes and effects of an event as the contract prints them: events alone, envelopes told by `via`. Pure. */
import type { CausalChain, ChainLink, ChainNode } from '@openwop-inspector/run-log';

/** How an event follows from its cause: the cause's eventId, or the correlationId of an envelope between the two. */
export type Via = 'eventId' | 'correlationId';

/** One event of a chain. */
export interface ChainStep {
  readonly sequence: number | null;
  readonly eventId: string;
  readonly type: string;
  readonly via: Via;
  /** Marks of the edge: it closes a cycle, points forward, its id is ambiguous. Absent when there are none. */
  readonly marks?: ChainLink['marks'];
}

/** An end of a chain. An envelope has no sequence and no eventId. */
export interface ChainEnd {
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly type: string | null;
}

/** What `chain --json` prints; the keys from `descendantTotal` on are extra. */
export interface ChainDocument {
  readonly target: ChainEnd;
  readonly rootCause: ChainEnd;
  /** Nearest first. */
  readonly ancestors: readonly ChainStep[];
  /** Depth first, direct effects at depth 1. */
  readonly descendants: readonly (ChainStep & { readonly depth: number })[];
  /** The envelope that the target is, or hangs from. */
  readonly envelope?: {
    readonly correlationId: string;
    readonly type: string | null;
    /** True when only its events are held. */
    readonly virtual: boolean;
    readonly events: number;
  };
  /** All effects; `descendants` may be cut by `--limit`, and envelopes beyond the cut are counted too. */
  readonly descendantTotal: number;
  /** Where the chain leaves the file: a cause that is not held, on another host, or a trigger's delivery. */
  readonly beyond?: {
    readonly id: string;
    readonly kind: 'dangling' | 'external' | 'trigger';
    readonly hostId?: string;
  };
  /** The source carries no causation at all, so that "no cause" says nothing. */
  readonly causationOmitted?: true;
}

/** The document of a chain asked for without links. */
export function chainDocument(chain: CausalChain): ChainDocument {
  const target = endOf(chain.target);
  const ancestors = stepsOf(chain.ancestors, chain.target.kind === 'envelope');
  const beyond = beyondOf(chain.ancestors.at(-1));
  const envelope = [chain.target, chain.ancestors[0]?.node].find((node) => node?.kind === 'envelope');
  const last = ancestors.at(-1);
  return {
    target,
    rootCause:
      last === undefined ? target : { sequence: last.sequence, eventId: last.eventId, type: last.type },
    ancestors,
    descendants: descendantsOf(chain.descendants),
    ...(envelope?.kind === 'envelope' ? { envelope: envelopeOf(envelope) } : {}),
    descendantTotal:
      chain.descendantTotal - chain.descendants.filter(({ node }) => node.kind === 'envelope').length,
    ...(beyond === null ? {} : { beyond }),
    ...(chain.causationOmitted ? { causationOmitted: true } : {}),
  };
}

function endOf(node: ChainNode): ChainEnd {
  switch (node.kind) {
    case 'event':
      return { sequence: node.row.sequence, eventId: node.row.eventId, type: node.row.type };
    case 'envelope':
      return { sequence: null, eventId: null, type: node.envelopeType };
    case 'external':
    case 'dangling':
      return { sequence: null, eventId: node.id, type: null };
  }
}

function envelopeOf(node: ChainNode & { kind: 'envelope' }): NonNullable<ChainDocument['envelope']> {
  const { correlationId, envelopeType, virtual, events } = node;
  return { correlationId, type: envelopeType, virtual, events };
}

/** The events among the links; one behind an envelope was reached by its correlationId. */
function stepsOf(links: readonly ChainLink[], startsAtEnvelope: boolean): readonly ChainStep[] {
  const steps: ChainStep[] = [];
  let isBehindEnvelope = startsAtEnvelope;
  for (const link of links) {
    if (link.node.kind === 'event') steps.push(stepOf(link, isBehindEnvelope));
    isBehindEnvelope = link.node.kind === 'envelope';
  }
  return steps;
}

function stepOf({ node, via, marks }: ChainLink, isBehindEnvelope: boolean): ChainStep {
  const { sequence, eventId, type } = endOf(node);
  return {
    sequence,
    eventId: eventId ?? '',
    type: type ?? '',
    via: isBehindEnvelope || via === 'correlationId' ? 'correlationId' : 'eventId',
    ...(marks.length === 0 ? {} : { marks }),
  };
}

/** Effects with the depth they have when envelopes are not counted. */
function descendantsOf(links: readonly ChainLink[]): ChainDocument['descendants'] {
  const steps: (ChainStep & { depth: number })[] = [];
  /** Depths of the envelopes above the link at hand. */
  const above: number[] = [];
  for (const link of links) {
    while ((above.at(-1) ?? 0) >= link.depth) above.pop();
    if (link.node.kind === 'envelope') above.push(link.depth);
    else if (link.node.kind === 'event') {
      const isBehindEnvelope = above.at(-1) === link.depth - 1 && link.depth > 1;
      steps.push({ ...stepOf(link, isBehindEnvelope), depth: link.depth - above.length });
    }
  }
  return steps;
}

function beyondOf(link: ChainLink | undefined): NonNullable<ChainDocument['beyond']> | null {
  if (link?.node.kind === 'dangling') return { id: link.node.id, kind: 'dangling' };
  if (link?.node.kind !== 'external') return null;
  const { id, hostId } = link.node;
  return {
    id,
    kind: link.via === 'trigger' ? 'trigger' : 'external',
    ...(hostId === null ? {} : { hostId }),
  };
}
