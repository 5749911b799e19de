/** Causes and effects of an event as the contract prints them: events alone, envelopes told by `via`. Pure. */
import type {
  CausalChain,
  CausalVia,
  CauseRule,
  ChainEnding,
  ChainLink,
  ChainNode,
} from '@openwop-inspector/run-log';

/** How an event follows from its cause: the cause's eventId, or the correlationId of an envelope between the two. */
export type Via = 'eventId' | 'correlationId';

/** An end of a chain. An envelope has no sequence and no eventId. */
export interface ChainEnd {
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly type: string | null;
  /** Null for what stands in no run of the file. */
  readonly runId: string | null;
}

/** One event of a chain. */
export interface ChainStep extends ChainEnd {
  readonly eventId: string;
  readonly type: string;
  readonly via: Via;
  /** Marks of the edge: it closes a cycle, points forward, its id is ambiguous. Absent when there are none. */
  readonly marks?: ChainLink['marks'];
}

/** One stop above the target, as the report draws it: an event, an envelope, or what the file does not hold. */
export type ChainStop = { readonly via: CausalVia; readonly marks?: ChainLink['marks'] } & (
  | ({ readonly kind: 'event' } & ChainEnd)
  | ({ readonly kind: 'envelope' } & ChainEnvelope)
  | { readonly kind: 'external'; readonly id: string; readonly hostId: string | null; readonly runId: null }
  | { readonly kind: 'dangling'; readonly id: string; readonly runId: null }
);

/** An envelope in a chain. */
export interface ChainEnvelope {
  readonly correlationId: string;
  readonly type: string | null;
  /** True when only its events are held. */
  readonly virtual: boolean;
  readonly events: number;
  readonly runId: string | null;
}

/** What `chain --json` prints; the keys from `chainStartsAt` on are extra. */
export interface ChainDocument {
  readonly target: ChainEnd & { readonly marks?: ChainLink['marks'] };
  /** The event of `cause`; null where no event of the chain is abnormal. */
  readonly rootCause: ChainEnd | null;
  /** Nearest first. */
  readonly ancestors: readonly ChainStep[];
  /** Depth first, direct effects at depth 1. */
  readonly descendants: readonly (ChainStep & { readonly depth: number })[];
  /** The envelope that the target is, or hangs from. */
  readonly envelope?: ChainEnvelope;
  /** The topmost event of the chain in the run of the target; null in a circle of causes. */
  readonly chainStartsAt: ChainEnd | null;
  /** How the chain ends there. */
  readonly ending: ChainEnding;
  /** The earliest cause in that run that is itself abnormal, with the rule that says so; null when none is. */
  readonly cause: (ChainEnd & { readonly rule: CauseRule }) | null;
  /** All stops of `ancestors` and those between and beyond them, nearest first. */
  readonly causes: readonly ChainStop[];
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
  const ancestors = stepsOf(chain.ancestors, chain.target.kind === 'envelope');
  const beyond = beyondOf(chain.ancestors.at(-1));
  const envelope = [chain.target, chain.ancestors[0]?.node].find((node) => node?.kind === 'envelope');
  const cause = chain.cause === null ? null : endOf(chain.cause.node);
  return {
    target: { ...endOf(chain.target), ...marked(chain.marks) },
    rootCause: cause,
    ancestors,
    descendants: descendantsOf(chain.descendants),
    ...(envelope?.kind === 'envelope' ? { envelope: envelopeOf(envelope) } : {}),
    chainStartsAt: chain.chainStart === null ? null : endOf(chain.chainStart),
    ending: chain.ending,
    cause: cause === null || chain.cause === null ? null : { ...cause, rule: chain.cause.rule },
    causes: chain.ancestors.map(stopOf),
    descendantTotal:
      chain.descendantTotal - chain.descendants.filter(({ node }) => node.kind === 'envelope').length,
    ...(beyond === null ? {} : { beyond }),
    ...(chain.causationOmitted ? { causationOmitted: true } : {}),
  };
}

function marked(marks: ChainLink['marks']): { readonly marks?: ChainLink['marks'] } {
  return marks.length === 0 ? {} : { marks };
}

function endOf(node: ChainNode): ChainEnd {
  switch (node.kind) {
    case 'event': {
      const { sequence, eventId, type, runId } = node.row;
      return { sequence, eventId, type, runId: runId === '' ? null : runId };
    }
    case 'envelope':
      return { sequence: null, eventId: null, type: node.envelopeType, runId: node.runId };
    case 'external':
    case 'dangling':
      return { sequence: null, eventId: node.id, type: null, runId: null };
  }
}

function stopOf({ node, via, marks }: ChainLink): ChainStop {
  const edge = { via, ...marked(marks) };
  switch (node.kind) {
    case 'event':
      return { kind: 'event', ...endOf(node), ...edge };
    case 'envelope':
      return { kind: 'envelope', ...envelopeOf(node), ...edge };
    case 'external':
      return { kind: 'external', id: node.id, hostId: node.hostId, runId: null, ...edge };
    case 'dangling':
      return { kind: 'dangling', id: node.id, runId: null, ...edge };
  }
}

function envelopeOf(node: ChainNode & { kind: 'envelope' }): ChainEnvelope {
  const { correlationId, envelopeType, virtual, events, runId } = node;
  return { correlationId, type: envelopeType, virtual, events, runId };
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
  const { sequence, eventId, type, runId } = endOf(node);
  return {
    sequence,
    eventId: eventId ?? '',
    type: type ?? '',
    runId,
    via: isBehindEnvelope || via === 'correlationId' ? 'correlationId' : 'eventId',
    ...marked(marks),
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
