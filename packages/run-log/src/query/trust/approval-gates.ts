/** The approvals of one run: where each was requested, what answered it, and what came of it (run-events 3.2, bundles 8). */

import { isRecord, member } from '@openwop-inspector/base';
import { isMessageBody, isTreeBody } from '@openwop-inspector/protocol';
import type { LogIndex } from '../../index/log-index.ts';

/** What an event is to an approval. */
type ApprovalRole = 'asks' | 'answers' | 'ends' | 'starts' | 'cancels' | 'completes' | 'votes';

const ROLES: readonly (readonly [ApprovalRole, RegExp])[] = [
  ['asks', /^(?:approval\.requested|interrupt\.requested|node\.suspended)$/],
  ['answers', /^(?:approval\.(?:received|granted|rejected|overridden)|interrupt\.resolved|node\.resumed)$/],
  ['ends', /^node\.(?:completed|failed|cancelled|skipped)$/],
  ['starts', /^node\.(?:started|retried)$/],
  ['cancels', /^run\.cancelled$/],
  ['completes', /^run\.completed$/],
  ['votes', /^vote$/],
];

/** Returns what the event of a row is to an approval; undefined for nothing. */
export const approvalRoles = (index: LogIndex): ((row: number) => ApprovalRole | undefined) =>
  index.byType((type) => ROLES.find(([, types]) => types.test(type))?.[0]);

/** One answer to an approval, by all events that record it. */
export interface Answer {
  readonly rows: number[];
  /** Nothing is missing in its run before it. */
  readonly isWhole: boolean;
  readonly gate: Gate;
  /** What its node did next; null while nothing is recorded. */
  next: 'completed' | 'failed' | 'cancelled' | 'requested' | null;
  /** That event, where it ends the node; -1 for another. */
  end: number;
}

/** An approval that a node waits for. */
interface Gate {
  /** The events that ask, of which one may hold a surface. */
  readonly requests: number[];
  readonly interruptId: unknown;
  /** False where the log does not say of what kind the interrupt is. */
  isApproval: boolean;
  /** Starts of its node since, which may be the answer: an execution may continue where the one before waited. */
  readonly restarts: number[];
  /** A later question of its node, of another kind, waits for its answer. */
  isCovered: boolean;
  /** Votes that hosts record next to answers (run-events 3.4). */
  readonly votes: number[];
  readonly answers: Answer[];
}

const newGate = (requests: number[], interruptId: unknown, isApproval: boolean): Gate => {
  return { requests, interruptId, isApproval, restarts: [], isCovered: false, votes: [], answers: [] };
};

/** An approval that nothing has answered. */
const isOpen = ({ isApproval, answers }: Gate): boolean => isApproval && answers.length === 0;

const isOf = (gate: Gate, interruptId: unknown): boolean =>
  gate.interruptId === null || interruptId === null || gate.interruptId === interruptId;

/** What is known of approvals before they are walked over. */
interface ApprovalParts {
  readonly index: LogIndex;
  /** The event, or the envelope, that a row names as its cause; -1 for none. */
  readonly causeOf: (row: number) => number;
  readonly factsOf: (row: number) => ApprovalFacts;
}

/** Rows of one run in display order. */
export class ApprovalGates {
  private readonly gates = new Map<number, Gate | null>();
  /** Open approvals of nodes that have a later question of another kind. */
  private readonly aside = new Map<number, Gate>();
  /** Nodes at which interrupts were requested, by interruptId. */
  private readonly requestedAt = new Map<unknown, number>();
  private readonly parts: ApprovalParts;

  constructor(parts: ApprovalParts) {
    this.parts = parts;
  }

  /** Takes a row by its role; returns the answer that it begins, if any. */
  take(row: number, role: ApprovalRole, isWhole: boolean): Answer | null {
    const node = this.parts.index.columns.node[row] as number;
    if (role === 'answers') return this.answer(row, node, isWhole);
    if (role === 'ends') return this.end(row, node, isWhole);
    if (role === 'completes') return this.complete(row, isWhole);
    if (role === 'asks') this.ask(row, node);
    else if (role === 'starts') this.restart(row, node);
    else if (role === 'votes') this.gates.get(node)?.votes.push(row);
    else for (const gate of this.gates.values()) close(gate, 'cancelled', -1);
    return null;
  }

  private ask(row: number, node: number): void {
    const { kind, interruptId } = this.parts.factsOf(row);
    if (interruptId !== null) this.requestedAt.set(interruptId, node);
    const isApproval = kind === 'approval' || this.parts.index.typeOf(row) === 'approval.requested';
    if (!isApproval && kind !== null) return void this.leave(node, true);
    const gate = this.gates.get(node) ?? null;
    if (gate !== null && gate.answers.length === 0 && isOf(gate, interruptId)) {
      gate.requests.push(row);
      gate.isApproval ||= isApproval;
    } else {
      close(gate, 'requested', -1);
      this.gates.set(node, newGate([row], interruptId, isApproval));
    }
  }

  private readonly gateAt = (node: number): Gate | null =>
    this.gates.get(node) ?? this.aside.get(node) ?? null;

  /** A question of another kind, or its answer: what ends it is no end of an approval, and one that is open stays open. */
  private leave(node: number, isQuestion: boolean): void {
    const gate = this.gateAt(node);
    if (gate !== null && isOpen(gate)) {
      gate.isCovered = isQuestion;
      this.aside.set(node, gate);
    } else close(gate, 'requested', -1);
    this.gates.set(node, null);
  }

  private answer(row: number, recordedAt: number, isWhole: boolean): Answer | null {
    const { kind, interruptId, action } = this.parts.factsOf(row);
    const node = this.nodeOf(interruptId, recordedAt);
    const isOfApproval = this.parts.index.typeOf(row).startsWith('approval.') || kind === 'approval';
    if (!isOfApproval && kind !== null) {
      this.leave(node, false);
      return null;
    }
    const open = this.aside.get(node);
    const isNamed = isOfApproval || (interruptId !== null && open?.interruptId === interruptId);
    const isMeant = isNamed || (action === 'accepts' && open?.isCovered === false);
    if (open !== undefined && isMeant && isOf(open, interruptId)) {
      this.aside.delete(node);
      this.gates.set(node, open);
    }
    const known = this.gates.get(node);
    const gate = known != null && (node !== 0 || isOfApproval) && isOf(known, interruptId) ? known : null;
    // An interrupt of a kind that is not recorded is one of an approval at most when it is answered like one.
    const mayBe = isOfApproval || gate?.isApproval === true || (known !== null && action === 'accepts');
    if (!mayBe) return null;
    const at = gate ?? newGate([], interruptId, isOfApproval);
    at.isApproval ||= isOfApproval;
    if (gate === null) this.gates.set(node, at);
    const last = at.answers.at(-1);
    if (last === undefined || !this.isSameAnswer(last, row)) return begun(at, row, isWhole);
    last.rows.push(row);
    return null;
  }

  /** The node whose interrupt an answer names, else the one that the answer is recorded at. */
  private nodeOf(interruptId: unknown, recordedAt: number): number {
    const own = this.gates.get(recordedAt) ?? null;
    if (interruptId === null || (own !== null && isOf(own, interruptId))) return recordedAt;
    return this.requestedAt.get(interruptId) ?? recordedAt;
  }

  /** One answer is recorded by several events: one names the other, or they are of other types, or name one cause. */
  private isSameAnswer({ rows, next }: Answer, row: number): boolean {
    const { index, causeOf, factsOf } = this.parts;
    if (next !== null) return false;
    const cause = causeOf(row);
    if (rows.includes(cause)) return true;
    const said = factsOf(row).action;
    if (rows.some((one) => said !== null && (factsOf(one).action ?? said) !== said)) return false;
    const isOfType = (one: number): boolean => index.typeOf(one) === index.typeOf(row);
    return !rows.some(isOfType) || (cause >= 0 && rows.some((one) => causeOf(one) === cause));
  }

  /** An approval that nothing answered is still open in the next execution of its node. */
  private restart(row: number, node: number): void {
    const gate = this.gateAt(node);
    if (gate !== null && isOpen(gate)) gate.restarts.push(row);
    else this.gates.delete(node);
  }

  private end(row: number, node: number, isWhole: boolean): Answer | null {
    const gate = this.gateAt(node);
    this.aside.delete(node);
    if (gate === null) return null;
    const type = this.parts.index.typeOf(row);
    const isCompleted = type === 'node.completed';
    const answer = isCompleted && isOpen(gate) && node !== 0 ? begun(gate, row, isWhole) : null;
    answer?.rows.push(...gate.restarts);
    close(gate, isCompleted ? 'completed' : type === 'node.failed' ? 'failed' : 'cancelled', row);
    this.gates.delete(node);
    return answer;
  }

  /** A run that completes has passed an approval that is open, by whatever it was. */
  private complete(row: number, isWhole: boolean): Answer | null {
    const open = [...this.gates.values(), ...this.aside.values()].find((gate) => gate && isOpen(gate));
    return open == null ? null : begun(open, row, isWhole);
  }
}

function begun(gate: Gate, row: number, isWhole: boolean): Answer {
  const answer: Answer = { rows: [row], isWhole, gate, next: null, end: -1 };
  gate.answers.push(answer);
  return answer;
}

function close(gate: Gate | null, next: NonNullable<Answer['next']>, end: number): void {
  for (const answer of gate?.answers ?? []) if (answer.next === null) Object.assign(answer, { next, end });
}

/**
 * Returns of rows in display order, one after the other, what their event is to an approval, or the end of a node that
 * may have waited for one: the rows whose payloads are requested. Null for nothing. O(1).
 */
export function approvalRows(index: LogIndex): (row: number) => 'question' | 'answer' | null {
  const { node, run } = index.columns;
  const roleOf = approvalRoles(index);
  const waiting = new Set<number>();
  let present = -1;
  return (row) => {
    const role = roleOf(row);
    if (role !== 'asks' && role !== 'answers' && role !== 'ends') return null;
    if (run[row] !== present) waiting.clear();
    present = run[row] as number;
    const at = node[row] as number;
    if (role === 'ends') return waiting.delete(at) ? 'answer' : null;
    waiting.add(at);
    return role === 'asks' ? 'question' : 'answer';
  };
}

/** What an answer says of itself. `again`: it asks for another round, and decides nothing. */
type StatedAnswer = 'accepts' | 'refuses' | 'again' | 'other';

/** What is known of one event; about 100 bytes. */
export type ApprovalFacts = ReturnType<typeof approvalFacts>;

/** A vote of a quorum that is not reached yet. */
export const isVote = ({ quorum }: ApprovalFacts): boolean =>
  quorum !== null && quorum.granted < quorum.required;

/** Words of an answer in lower case, by what they say. */
const WORDS: readonly (readonly [StatedAnswer, RegExp])[] = [
  ['accepts', /^(?:(?:edit-)?accept|accepted|approved?|grant(?:ed)?)$/],
  [
    'refuses',
    /^(?:reject(?:ed)?|refused?|den(?:y|ied)|declined?|cancel(?:l?ed)?|timeout|timed-out|expired?)$/,
  ],
  ['refuses', /^(?:(?:approval|interrupt)_rejected|untrusted_content_blocks_approval)$/],
  ['again', /^(?:refine|ask)$/],
];

const saidBy = (text: string): StatedAnswer => WORDS.find(([, words]) => words.test(text))?.[0] ?? 'other';

/** Principals that hosts write for what no person decided. */
const AGENT = /^(?:agent|assistant|envelope|llm|mcp|model|tool)(?:$|[:/._-])/i;

/** Actors of a subject, each of them that of the one before (run-events 3.6). */
const MAX_ACTORS = 4;

/** Where a payload, the answer in it, or what a node gave out holds a word of an answer. */
const ANSWERS = [[], ['resumeValue'], ['outputs'], ['outputs', 'output']];
const SAID = ['decision', 'outcome', 'approved'];
/** Codes and reasons that may say an approval was turned down or ran out. */
const CODES = [['code'], ['error', 'code'], ['reason']];
/** Where a surface is: of an event, an interrupt, or the envelope that an event records. */
const SURFACES = [[], ['data'], ['config'], ['config', 'data'], ['payload'], ['envelope', 'payload']];
/** Who answered. */
const PERSONS = ['decidedBy', 'principal', 'resolvedBy'];

const OF_INTERRUPT = ['kind', 'interruptId', 'action', 'quorumProgress', 'granted', 'required'];
const OF_SURFACE = ['version', 'catalogVersion', 'messages', 'surface', 'surfaceId', 'surfaces'];
const OF_OTHERS = ['subjectId', 'id', 'actor', 'fields', 'envelopeType'];

/** Names of members that `approvalFacts` looks at, those of objects in a payload too. */
export const APPROVAL_MEMBERS: ReadonlySet<string> = new Set(
  [...ANSWERS, ...CODES, ...SURFACES, SAID, PERSONS, OF_INTERRUPT, OF_SURFACE, OF_OTHERS].flat(),
);

/** Reads the payload of an event of an approval, or those members of it, whatever it is of. */
export function approvalFacts(payload: unknown) {
  const surfaces = surfacesIn(payload);
  const quorum = member(payload, 'quorumProgress');
  const [granted, required] = [member(quorum, 'granted'), member(quorum, 'required')];
  return {
    /** Kind of the interrupt, as recorded; null where none is. */
    kind: member(payload, 'kind') ?? null,
    interruptId: member(payload, 'interruptId') ?? null,
    /** Its data hold a surface, or it is about an envelope of that kind (envelope 7.5). */
    isSurface: surfaces.length > 0 || below(payload, ['fields', 'envelopeType']) === 'ui.a2ui-surface',
    /** Ids of its surfaces of version 2, each of which is built by several envelopes (envelope 7.7). */
    surfaceIds: surfaces.filter(isMessageBody).map(({ surfaceId }) => surfaceId),
    ...statedIn(payload),
    /** Votes that were granted when this one was, and those that it takes; null without them. */
    quorum: typeof granted === 'number' && typeof required === 'number' ? { granted, required } : null,
    /** The host names a principal that is no agent. */
    isByPerson: PERSONS.some((name) => isPerson(member(payload, name))),
  };
}

/** The member at the end of a path; undefined where there is none. */
const below = (value: unknown, path: readonly string[]): unknown => path.reduce<unknown>(member, value);

function statedIn(payload: unknown) {
  let action: StatedAnswer | null = null;
  let verdict = statedOr(null, approved(member(payload, 'resumeValue')));
  for (const path of ANSWERS) {
    const one = below(payload, path);
    action = statedOr(action, member(one, 'action'));
    for (const name of SAID) {
      const said = member(one, name);
      if ((typeof said === 'boolean') === (name === 'approved')) verdict = statedOr(verdict, approved(said));
    }
  }
  for (const path of CODES) {
    const code = below(payload, path);
    if (typeof code === 'string' && saidBy(code) === 'refuses') verdict = statedOr(verdict, code);
  }
  return {
    /** The word of `action`: of a surface the id of a button, which is not a verdict. Null without one. */
    action,
    /** What a bare answer says, or other members: `decision`, `outcome`, `approved`, the code of a failure. Null without one. */
    verdict,
  };
}

/** What was said before, unless it decides nothing: then what a value says, if it is a text. */
function statedOr(before: StatedAnswer | null, value: unknown): StatedAnswer | null {
  const isDecided = before !== null && before !== 'other';
  return isDecided || typeof value !== 'string' || value === '' ? before : saidBy(value.toLowerCase());
}

/** A word for yes or no; anything else as it is. */
const approved = (value: unknown): unknown =>
  value === true ? 'approved' : value === false ? 'rejected' : value;

function surfacesIn(payload: unknown): readonly unknown[] {
  const holders = SURFACES.map((path) => below(payload, path)).filter(isRecord);
  const listed = (value: unknown): readonly unknown[] => {
    const several = member(value, 'surfaces');
    return Array.isArray(several) ? [value, ...several] : [value];
  };
  return holders.flatMap(listed).filter((one) => isTreeBody(one) || isMessageBody(one));
}

function isPerson(value: unknown): boolean {
  if (value === undefined) return false;
  // A subject of v2 says of what kind it is, and who acts for it, who may have an actor as well.
  const subjects: unknown[] = [value];
  for (let depth = 0; depth < MAX_ACTORS; depth++) subjects.push(member(subjects.at(-1), 'actor'));
  const isAgent = subjects
    .flatMap((one) => [idOf(one), member(one, 'kind')])
    .some((one) => typeof one === 'string' && AGENT.test(one));
  const id = idOf(value);
  return typeof id === 'string' && id !== '' && !isAgent;
}

const idOf = (subject: unknown): unknown =>
  isRecord(subject) ? (member(subject, 'subjectId') ?? member(subject, 'id')) : subject;

/** Of an event whose payload says nothing. */
export const NO_FACTS: ApprovalFacts = approvalFacts({});
