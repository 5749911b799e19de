/** Causes and effects of an event as the contract prints them: events alone, envelopes told by `via`. Pure. */
import { unreachable } from '@openwop-inspector/base';
import type {
  CausalChain,
  ChainLink,
  ChainNode,
  InferredChain,
  InferredLink,
} from '@openwop-inspector/run-log';

/** How an event follows from its cause: the cause's eventId, or the correlationId of an envelope between the two. */
type Via = 'eventId' | 'correlationId';

/** What `chain --json` prints; the keys from `chainStartsAt` on are extra. */
export type ChainDocument = ReturnType<typeof chainDocument>;

/** The document of a chain asked for without links. */
export function chainDocument(chain: CausalChain) {
  const ancestors = stepsOf(chain.ancestors, chain.target.kind === 'envelope');
  const beyond = beyondOf(chain.ancestors.at(-1));
  const envelope = [chain.target, chain.ancestors[0]?.node].find((node) => node?.kind === 'envelope');
  const cause = chain.cause === null ? null : endOf(chain.cause.node);
  return {
    target: { ...endOf(chain.target), ...marked(chain.marks) },
    /** The event of `cause`; null where no event of the chain is abnormal. */
    rootCause: cause,
    /** Nearest first. */
    ancestors,
    /** Depth first, direct effects at depth 1. */
    descendants: descendantsOf(chain.descendants),
    /** The envelope that the target is, or hangs from. */
    ...(envelope?.kind === 'envelope' ? { envelope: envelopeOf(envelope) } : {}),
    /** The topmost event of the chain in the run of the target; null in a circle of causes. */
    chainStartsAt: chain.chainStart === null ? null : endOf(chain.chainStart),
    /** How the chain ends there. */
    ending: chain.ending,
    /** The earliest cause in that run that is itself abnormal, with the rule that says so; null when none is. */
    cause: cause === null || chain.cause === null ? null : { ...cause, rule: chain.cause.rule },
    /** All stops of `ancestors` and those between and beyond them, nearest first. */
    causes: chain.ancestors.map(stopOf),
    /** All effects; `descendants` may be cut by `--limit`, and envelopes beyond the cut are counted too. */
    descendantTotal:
      chain.descendantTotal - chain.descendants.filter(({ node }) => node.kind === 'envelope').length,
    /** Where the chain leaves the file: a cause that is not held, on another host, or a trigger's delivery. */
    ...(beyond === null ? {} : { beyond }),
    /** The source carries no causation at all, so that "no cause" says nothing. */
    ...(chain.causationOmitted ? { causationOmitted: true } : {}),
    ...inferredParts(chain.inferred),
  };
}

/**
 * Where an event that names no cause stands by inference: `inferredAbove` nearest first, `inferredBelow` depth first.
 * None of it is in any other part of the document.
 */
function inferredParts(inferred: InferredChain | null) {
  if (inferred === null || inferred.aboveTotal + inferred.belowTotal === 0) return {};
  return {
    inferredAbove: inferred.above.map(inferredStep),
    inferredBelow: inferred.below.map(inferredStep),
    inferredBelowTotal: inferred.belowTotal,
  };
}

function inferredStep({ row, rule, depth }: InferredLink) {
  return { ...endOf({ kind: 'event', row }), inferred: true, rule, depth };
}

function marked(marks: ChainLink['marks']): { readonly marks?: ChainLink['marks'] } {
  return marks.length === 0 ? {} : { marks };
}

/** An end of a chain. An envelope has no sequence and no eventId; what stands in no run of the file has no runId. */
function endOf(node: ChainNode) {
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
    default:
      return unreachable(node);
  }
}

/** One stop above the target, as the report draws it: an event, an envelope, or what the file does not hold. */
function stopOf({ node, via, marks }: ChainLink) {
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
    default:
      return unreachable(node);
  }
}

/** An envelope in a chain; `virtual` when only its events are held. */
function envelopeOf(node: ChainNode & { kind: 'envelope' }) {
  const { correlationId, envelopeType, virtual, events, runId } = node;
  return { correlationId, type: envelopeType, virtual, events, runId };
}

/** The events among the links; one behind an envelope was reached by its correlationId. */
function stepsOf(links: readonly ChainLink[], startsAtEnvelope: boolean) {
  const steps: ReturnType<typeof stepOf>[] = [];
  let isBehindEnvelope = startsAtEnvelope;
  for (const link of links) {
    if (link.node.kind === 'event') steps.push(stepOf(link, isBehindEnvelope));
    isBehindEnvelope = link.node.kind === 'envelope';
  }
  return steps;
}

/** One event of a chain; marks of its edge (it closes a cycle, points forward, its id is ambiguous) where there are any. */
function stepOf({ node, via, marks }: ChainLink, isBehindEnvelope: boolean) {
  const shown: Via = isBehindEnvelope || via === 'correlationId' ? 'correlationId' : 'eventId';
  const { sequence, eventId, type, runId } = endOf(node);
  return {
    sequence,
    eventId: eventId ?? '',
    type: type ?? '',
    runId,
    via: shown,
    ...marked(marks),
  };
}

/** Effects with the depth they have when envelopes are not counted. */
function descendantsOf(links: readonly ChainLink[]) {
  const steps: (ReturnType<typeof stepOf> & { readonly depth: number })[] = [];
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

function beyondOf(link: ChainLink | undefined) {
  if (link?.node.kind === 'dangling') return { id: link.node.id, kind: 'dangling' };
  if (link?.node.kind !== 'external') return null;
  const { id, hostId } = link.node;
  return {
    id,
    kind: link.via === 'trigger' ? 'trigger' : 'external',
    ...(hostId === null ? {} : { hostId }),
  };
}
