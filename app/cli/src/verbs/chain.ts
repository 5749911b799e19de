import { mayBeMasked, unreachable } from '@openwop-inspector/base';
import { v1EventName } from '@openwop-inspector/protocol';
import {
  type CausalChain,
  type ChainLink,
  type ChainNode,
  chainDocument,
  type InferredChain,
  type InferredLink,
  type RunLog,
} from '@openwop-inspector/run-log';
import { ambiguousText, eventById, findDisplayedId, requestedEvent } from '../refer/find-event.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { aboutEvent, printAnswer } from './answer-from-log.ts';
import { EXIT, NotInLog, remark } from './complain.ts';

/** Default number of effects reported. For the user, similar ones in a row then become one line. */
const USUAL_LIMIT = { human: 1_000, json: 10_000 } as const;
/** Lines of effects that the user reads by default. */
const USUAL_LINES = 40;

/** `chain FILE REF`: what led to an event or an envelope, and what followed from it. */
export const chain = aboutEvent<string, 'chain'>(async (log, reference, options, { terminal }) => {
  const limit = options.limit ?? (options.json ? USUAL_LIMIT.json : USUAL_LIMIT.human);
  const found = await findChain(log, reference, limit, terminal);
  const maxEffects = options.limit === null ? USUAL_LINES : Number.POSITIVE_INFINITY;
  const document = (of: CausalChain) => chainDocument(of, { withRun: log.index.runs.size > 2, maxEffects });
  await printAnswer(found, options, terminal, { json: chainJson, document });
  return EXIT.fine;
});

/** Events that point at the failure which ended a run; of others, causation alone counts. */
const ENDS: ReadonlySet<string> = new Set(['run.failed', 'core.workflowChain.event']);

/** An eventId, else a correlationId, each as recorded or as displayed, else a sequence. */
async function findChain(log: RunLog, reference: string, descendantLimit: number, terminal: Terminal) {
  const options = { descendantLimit, links: false };
  const displayed = mayBeMasked(reference) ? await findDisplayedId(log, reference) : null;
  if (displayed === null ? (await eventById(log, reference)) === null : displayed.events.length === 0) {
    if (displayed?.isAmbiguous) throw new NotInLog(ambiguousText(reference));
    const target =
      displayed === null ? { correlationId: reference } : { ordinal: displayed.envelopes[0] ?? -1 };
    const chain = await log.chain(target, options);
    if (chain !== null) {
      remarkOnRuns(log, displayed?.correlationId ?? reference, terminal);
      return chain;
    }
  }
  const row = await requestedEvent(log, reference, terminal);
  const links = ENDS.has(v1EventName(row.type));
  const chain = await log.chain({ ordinal: row.ordinal }, { ...options, links });
  if (chain === null) throw new NotInLog('the causes are not known: the load was stopped');
  return chain;
}

/** A correlationId names an envelope of each run that uses it (acceptor 8); the first is reported. */
function remarkOnRuns(log: RunLog, correlationId: string, terminal: Terminal): void {
  const runs = log.runsOfCorrelation(correlationId);
  if (runs.length < 2) return;
  const words = `${runs.length} runs use the correlationId ${correlationId}`;
  remark(terminal, `${words}; the envelope of run ${runs[0]} is used`);
}

/** How an event follows from its cause: the cause's eventId, or the correlationId of an envelope between the two. */
type Via = 'eventId' | 'correlationId';

/** What `chain --json` prints; the keys from `chainStartsAt` on are extra. */
export type ChainJson = ReturnType<typeof chainJson>;

/** The document of a chain without links; what is undefined is left out. */
export function chainJson(chain: CausalChain) {
  const envelope = [chain.target, chain.ancestors[0]?.node].find((node) => node?.kind === 'envelope');
  const cause = chain.cause && endOf(chain.cause.node);
  return {
    target: { ...endOf(chain.target), ...marked(chain.marks) },
    /** The event of `cause`; null where no event of the chain is abnormal. */
    rootCause: cause,
    /** Nearest first. */
    ancestors: stepsOf(chain.ancestors, chain.target.kind === 'envelope'),
    /** Depth first, direct effects at depth 1. */
    descendants: descendantsOf(chain.descendants),
    /** The envelope that the target is, or hangs from. */
    envelope: envelope?.kind === 'envelope' ? envelopeOf(envelope) : undefined,
    /** The topmost event of the chain in the run of the target; null in a circle of causes. */
    chainStartsAt: chain.chainStart && endOf(chain.chainStart),
    /** How the chain ends there. */
    ending: chain.ending,
    /** The earliest cause in that run that is itself abnormal, with the rule that says so; null when none is. */
    cause: cause && chain.cause && { ...cause, rule: chain.cause.rule },
    /** All stops of `ancestors` and those between and beyond them, nearest first. */
    causes: chain.ancestors.map(stopOf),
    /** All effects; `descendants` may be cut by `--limit`, and envelopes beyond the cut are counted too. */
    descendantTotal:
      chain.descendantTotal - chain.descendants.filter(({ node }) => node.kind === 'envelope').length,
    /** Where the chain leaves the file: a cause that is not loaded, on another host, or a trigger's delivery. */
    beyond: beyondOf(chain.ancestors.at(-1)),
    /** The source carries no causation at all, so that "no cause" says nothing. */
    causationOmitted: chain.causationOmitted || undefined,
    ...inferredParts(chain.inferred),
  };
}

/**
 * Where an event that names no cause is by inference: `inferredAbove` nearest first, `inferredBelow` depth first.
 * None of it is in any other part of the document.
 */
function inferredParts(inferred: InferredChain | null) {
  if (inferred === null || inferred.aboveTotal + inferred.belowTotal === 0) return {};
  const step = ({ row, rule, depth }: InferredLink) => ({
    ...endOf({ kind: 'event', row }),
    inferred: true,
    rule,
    depth,
  });
  return {
    inferredAbove: inferred.above.map(step),
    inferredBelow: inferred.below.map(step),
    inferredBelowTotal: inferred.belowTotal,
  };
}

function marked(marks: ChainLink['marks']): { readonly marks?: ChainLink['marks'] } {
  return marks.length === 0 ? {} : { marks };
}

/** An end of a chain. An envelope has no sequence and no eventId; what is in no run of the file has no runId. */
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
  const { kind } = node;
  const edge = { via, ...marked(marks) };
  switch (kind) {
    case 'event':
      return { kind, ...endOf(node), ...edge };
    case 'envelope':
      return { kind, ...envelopeOf(node), ...edge };
    case 'external':
      return { kind, id: node.id, hostId: node.hostId, runId: null, ...edge };
    case 'dangling':
      return { kind, id: node.id, runId: null, ...edge };
    default:
      return unreachable(node);
  }
}

/** An envelope in a chain; `virtual` when only its events are loaded. */
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
  const displayed: Via = isBehindEnvelope || via === 'correlationId' ? 'correlationId' : 'eventId';
  const { sequence, eventId, type, runId } = endOf(node);
  return { sequence, eventId: eventId ?? '', type: type ?? '', runId, via: displayed, ...marked(marks) };
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
  if (link?.node.kind !== 'external') return undefined;
  const { id, hostId } = link.node;
  return { id, kind: link.via === 'trigger' ? 'trigger' : 'external', hostId: hostId ?? undefined };
}
