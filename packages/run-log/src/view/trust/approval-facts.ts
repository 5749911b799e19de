/** What the payloads of an approval say: what was asked, and what was answered (run-events 3.2, 3.3, bundles 8). */
import { isRecord } from '@openwop-inspector/base';

/** What an answer says of itself. `again`: it asks for another round, and decides nothing. */
export type StatedAnswer = 'accepts' | 'refuses' | 'again' | 'other';

/** What is known of one event; about 100 bytes. */
export interface ApprovalFacts {
  /** Kind of the interrupt, as recorded; null where none is. */
  readonly kind: unknown;
  readonly interruptId: unknown;
  /** Its data hold a surface, or it is about an envelope of that kind (envelope 7.5). */
  readonly isSurface: boolean;
  /** The word of `action`: of a surface the id of a button, which is not a verdict. Null without one. */
  readonly action: StatedAnswer | null;
  /** What a bare answer says, or other members: `decision`, `outcome`, `approved`, the code of a failure. Null without one. */
  readonly verdict: StatedAnswer | null;
  /** A vote of a quorum that is not reached yet. */
  readonly isVote: boolean;
  /** The host names a principal that is no agent. */
  readonly isByPerson: boolean;
}

export const NO_FACTS: ApprovalFacts = {
  kind: null,
  interruptId: null,
  isSurface: false,
  action: null,
  verdict: null,
  isVote: false,
  isByPerson: false,
};

/** Words of an answer in lower case, by what they say. */
const WORDS = {
  accepts: /^(?:accept|edit-accept|accepted|approve|approved|grant|granted)$/,
  refuses:
    /^(?:reject|rejected|refuse|refused|deny|denied|decline|declined|cancel|cancelled|canceled|timeout|timed-out|expire|expired|approval_rejected|untrusted_content_blocks_approval)$/,
  again: /^(?:refine|ask)$/,
} as const;

function saidBy(word: string): StatedAnswer {
  const lower = word.toLowerCase();
  if (WORDS.accepts.test(lower)) return 'accepts';
  if (WORDS.refuses.test(lower)) return 'refuses';
  return WORDS.again.test(lower) ? 'again' : 'other';
}

/** Principals that hosts write for what no person decided. */
const AGENT = /^(?:agent|assistant|envelope|llm|mcp|model|tool)(?:$|[:/._-])/i;

const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Reads the payload of an event of an approval, whatever it is of. */
export function approvalFacts(payload: unknown): ApprovalFacts {
  if (!isRecord(payload)) return NO_FACTS;
  const answer = own(payload, 'resumeValue');
  const outputs = own(payload, 'outputs');
  const said = [payload, answer, outputs, own(outputs, 'output')].filter(isRecord);
  const quorum = own(payload, 'quorumProgress');
  const [granted, required] = [own(quorum, 'granted'), own(quorum, 'required')];
  return {
    kind: own(payload, 'kind') ?? null,
    interruptId: own(payload, 'interruptId') ?? null,
    isSurface: holdsSurface(payload) || own(own(payload, 'fields'), 'envelopeType') === 'ui.a2ui-surface',
    action: firstStated(said.map((one) => own(one, 'action'))),
    verdict: firstStated([
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

function firstStated(values: readonly unknown[]): StatedAnswer | null {
  let found: StatedAnswer | null = null;
  for (const value of values) {
    if (typeof value !== 'string' || value === '') continue;
    const said = saidBy(value);
    if (said !== 'other') return said;
    found = said;
  }
  return found;
}

const approved = (value: unknown): unknown =>
  value === true ? 'approved' : value === false ? 'rejected' : undefined;

/** Codes and reasons that say an approval was turned down or ran out. */
function failure(payload: Record<string, unknown>): readonly unknown[] {
  const codes = [own(payload, 'code'), own(own(payload, 'error'), 'code'), own(payload, 'reason')];
  return codes.filter((code) => typeof code === 'string' && WORDS.refuses.test(code));
}

function holdsSurface(payload: Record<string, unknown>): boolean {
  const config = own(payload, 'config');
  return [payload, own(payload, 'data'), config, own(config, 'data')].some(
    (value) =>
      isRecord(value) && own(value, 'catalogVersion') !== undefined && isRecord(own(value, 'surface')),
  );
}

function isPerson(value: unknown): boolean {
  const id = isRecord(value) ? (own(value, 'subjectId') ?? own(value, 'id')) : value;
  return typeof id === 'string' && id !== '' && !AGENT.test(id);
}
