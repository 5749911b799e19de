/** What is known of the node: its contract, the trust of what it works on, the interrupt it waits with. */

import { ownString, textsAt } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { Contract, Trust } from '../accept-context.ts';
import type { LogEvent, LogEvidence } from './evidence.ts';
import { errorOf, fieldsOf, payloadOf } from './payload-facts.ts';
import { type Rebuilt, rebuiltPart } from './provenance.ts';
import { isCatalogueRefusal } from './rebuild-host.ts';

/** The contract as a refusal lists it; refusals of other envelopes at the node are taken to hold for this one. */
export function rebuildContract(evidence: LogEvidence): Rebuilt<Contract | null> {
  const own = contractIn(evidence.recorded);
  const other = own ?? contractIn([...evidence.refusals].reverse());
  if (other === null) {
    const note = 'The log does not hold the contract of the node; every kind passes the gate';
    return rebuiltPart(null, 'contract', 'unknown', note);
  }
  const which = own === null ? 'another envelope at this node' : 'this envelope';
  const note = `Listed by the host when it refused ${which}`;
  return rebuiltPart(other.contract, 'contract', own === null ? 'assumed' : 'known', note, [other.event]);
}

/** The first contract that one of these events names. */
function contractIn(events: readonly LogEvent[]) {
  for (const event of events) {
    const contract = contractOf(event);
    if (contract !== null) return { contract, event };
  }
  return null;
}

/** Returns the contract named by a `node.failed` or a warning (acceptor 3.3, S8). */
function contractOf(event: LogEvent): Contract | null {
  if (isCatalogueRefusal(event)) return null;
  const isWarning = event.type === 'log.appended';
  if (isWarning && ownString(payloadOf(event), 'level') !== 'warn') return null;
  if (!isWarning && errorOf(event).code !== 'envelope_contract_violation') return null;
  const facts = isWarning ? fieldsOf(event) : errorOf(event).details;
  // Reference hosts call the list `allowedKinds` in a warning.
  const kinds = textsAt(facts, 'acceptedTypes') ?? textsAt(facts, 'allowedKinds');
  if (kinds === null) return null;
  return {
    accepts: kinds.filter((kind) => !UNIVERSAL_KINDS.includes(kind)),
    refusalMode: isWarning ? 'discard-and-warn' : 'fail-node',
  };
}

/**
 * The trust boundary of the node. Anything untrusted among what it worked on makes it untrusted; a tag on what became of
 * the envelope says the same when the envelope has none of its own.
 */
export function rebuildTrust(evidence: LogEvidence, envelopeTag: Trust | null): Rebuilt<Trust | null> {
  const { trust, recorded } = evidence;
  if (trust.untrusted > 0) {
    const from = trust.untrustedSequences.map((sequence) => ({ sequence }));
    const note = `${trust.untrusted} untrusted ${trust.untrusted === 1 ? 'event' : 'events'} at the node before it`;
    return rebuiltPart('untrusted', 'trustBoundary', 'assumed', note, from);
  }
  const tagged = envelopeTag === null ? recorded.filter((event) => event.contentTrust !== null) : [];
  const [first] = tagged;
  if (first !== undefined && first.contentTrust !== null) {
    const note = 'The host tagged the events of this envelope so, and the envelope has no tag';
    return rebuiltPart(first.contentTrust, 'trustBoundary', 'assumed', note, tagged);
  }
  if (trust.trusted > 0) {
    const note = `${trust.trusted} trusted and no untrusted events at the node before it`;
    return rebuiltPart('trusted', 'trustBoundary', 'assumed', note);
  }
  return rebuiltPart(null, 'trustBoundary', 'unknown', 'Nothing at the node carries a trust tag');
}

/** The interrupt that the envelope meets: named by a refusal, or open at the node. */
export function rebuildInterrupt(evidence: LogEvidence): Rebuilt<string | null> {
  const field = 'boundInterruptKind';
  for (const event of evidence.recorded) {
    const kind = ownString(fieldsOf(event), 'boundInterruptKind');
    if (kind !== null) {
      const note = `${kind}: named by the host in the refusal`;
      return rebuiltPart(kind, field, 'known', note, [event]);
    }
  }
  const open = evidence.openInterrupt;
  const kind = open === null ? null : kindOf(open);
  const approval = evidence.openUnplaced.find((event) => kindOf(event) === 'approval');
  if (approval !== undefined && kind !== 'approval') {
    const who = evidence.nodeId === null ? 'the envelope' : 'the approval';
    const note = `approval: open in the run when the envelope came, and ${who} names no node; what is not known is not safe (acceptor 7)`;
    return rebuiltPart('approval', field, 'assumed', note, [approval]);
  }
  if (kind !== null) {
    const note = `${kind}: open at this node when the envelope came; taken to be bound to it`;
    return rebuiltPart(kind, field, 'assumed', note, [open]);
  }
  if (evidence.subject === null) {
    const note = 'No event records when the envelope arrived, so what was awaited is unknown';
    return rebuiltPart(null, field, 'unknown', note);
  }
  const note =
    evidence.nodeId === null
      ? 'The run waited for no approval when the envelope came'
      : 'The node was not waiting when the envelope arrived';
  return rebuiltPart(null, field, 'assumed', note, [open]);
}

function kindOf(event: LogEvent): string | null {
  if (event.type === 'approval.requested') return 'approval';
  if (event.type === 'clarification.requested') return 'clarification';
  return ownString(payloadOf(event), 'kind');
}
