/** What the payloads of an approval say: what was asked, and what was answered (run-events 3.2, 3.3, bundles 8). */
import { isRecord } from '@openwop-inspector/base';

/** What an answer says of itself. `again`: it asks for another round, and decides nothing. */
export type Said = 'accepts' | 'refuses' | 'again' | 'other';

/** What is known of one event; about 100 bytes. */
export interface ApprovalFacts {
  /** Kind of the interrupt, as recorded; null where none is. */
  readonly kind: unknown;
  readonly interruptId: unknown;
  /** Its data hold a surface, or it is about an envelope of that kind (envelope 7.5). */
  readonly isSurface: boolean;
  /** The word of `action`: of a surface the id of a button, which is not a verdict. Null without one. */
  readonly action: Said | null;
  /** What a bare answer says, or other members: `decision`, `outcome`, `approved`, the code of a failure. Null without one. */
  readonly verdict: Said | null;
  /** A vote of a quorum that is not reached yet. */
  readonly isVote: boolean;
  /** The host names a principal that is no agent. */
  readonly isByPerson: boolean;
}

export const NO_FACTS: ApprovalFacts = {
  ...{ kind: null, interruptId: null, isSurface: false, action: null, verdict: null },
  ...{ isVote: false, isByPerson: false },
};

const SAID: ReadonlyMap<string, Said> = new Map([
  ...['accept', 'edit-accept', 'accepted', 'approve', 'approved', 'grant', 'granted'].map(
    (word) => [word, 'accepts'] as const,
  ),
  ...['reject', 'rejected', 'refuse', 'refused', 'deny', 'denied', 'decline', 'declined'].map(
    (word) => [word, 'refuses'] as const,
  ),
  ...[
    'cancel',
    'cancelled',
    'canceled',
    'timeout',
    'timed-out',
    'expire',
    'expired',
    'approval_rejected',
  ].map((word) => [word, 'refuses'] as const),
  ['untrusted_content_blocks_approval', 'refuses'],
  ...['refine', 'ask'].map((word) => [word, 'again'] as const),
]);

/** Principals that hosts write for what no person decided. */
const AGENT = /^(?:agent|assistant|envelope|llm|mcp|model|tool)(?:$|[:/._-])/i;

const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Reads the payload of an event of an approval, whatever it is of. */
export function approvalFacts(payload: unknown): ApprovalFacts {
  if (!isRecord(payload)) return NO_FACTS;
  const answer = own(payload, 'resumeValue');
  const outputs = own(payload, 'outputs');
  const said = [payload, answer, outputs, own(outputs, 'output')];
  const quorum = own(payload, 'quorumProgress');
  const [granted, required] = [own(quorum, 'granted'), own(quorum, 'required')];
  return {
    kind: own(payload, 'kind') ?? null,
    interruptId: own(payload, 'interruptId') ?? null,
    isSurface: holdsSurface(payload) || own(own(payload, 'fields'), 'envelopeType') === 'ui.a2ui-surface',
    action: firstSaid(said.map((one) => own(one, 'action'))),
    verdict: firstSaid([
      answer,
      ...said.flatMap((one) => [own(one, 'decision'), own(one, 'outcome'), approved(own(one, 'approved'))]),
      ...failure(payload),
    ]),
    isVote: typeof granted === 'number' && typeof required === 'number' && granted < required,
    isByPerson: [own(payload, 'decidedBy'), own(payload, 'principal'), own(payload, 'resolvedBy')].some(
      isPerson,
    ),
  };
}

function firstSaid(values: readonly unknown[]): Said | null {
  const words = values.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));
  const known = words.map((word) => SAID.get(word.toLowerCase()));
  return known.find((one) => one !== undefined) ?? (words.length > 0 ? 'other' : null);
}

const approved = (value: unknown): unknown =>
  value === true ? 'approved' : value === false ? 'rejected' : undefined;

/** Codes and reasons that say an approval was turned down or ran out. */
function failure(payload: Record<string, unknown>): readonly unknown[] {
  const codes = [own(payload, 'code'), own(own(payload, 'error'), 'code'), own(payload, 'reason')];
  return codes.filter((code) => typeof code === 'string' && SAID.get(code) === 'refuses');
}

function holdsSurface(payload: Record<string, unknown>): boolean {
  return [payload, own(payload, 'data'), own(payload, 'config'), own(own(payload, 'config'), 'data')].some(
    (value) => own(value, 'catalogVersion') !== undefined && isRecord(own(value, 'surface')),
  );
}

function isPerson(value: unknown): boolean {
  const id = isRecord(value) ? (own(value, 'subjectId') ?? own(value, 'id')) : value;
  return typeof id === 'string' && id !== '' && !AGENT.test(id);
}
