/** The approvals of one run: where each was requested, what answered it, and what came of it (run-events 3.2, bundles 8). */

import { isRecord, member } from '@openwop-inspector/base';
import { isMessageBody, isTreeBody } from '@openwop-inspector/protocol';
import type { LogIndex } from '../../index/log-index.ts';

/** What an event is to an approval. */
const ROLE = {
  none: 0,
  asks: 1,
  answers: 2,
  ends: 3,
  starts: 4,
  cancels: 5,
  completes: 6,
  votes: 7,
} as const;

const ROLES: ReadonlyMap<string, number> = new Map<string, number>([
  ['approval.requested', ROLE.asks],
  ['interrupt.requested', ROLE.asks],
  ['node.suspended', ROLE.asks],
  ['approval.received', ROLE.answers],
  ['approval.granted', ROLE.answers],
  ['approval.rejected', ROLE.answers],
  ['approval.overridden', ROLE.answers],
  ['interrupt.resolved', ROLE.answers],
  ['node.resumed', ROLE.answers],
  ['node.completed', ROLE.ends],
  ['node.failed', ROLE.ends],
  ['node.cancelled', ROLE.ends],
  ['node.skipped', ROLE.ends],
  ['node.started', ROLE.starts],
  ['node.retried', ROLE.starts],
  ['run.cancelled', ROLE.cancels],
  ['run.completed', ROLE.completes],
  ['vote', ROLE.votes],
]);

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
class Gate {
  /** The events that ask, of which one may hold a surface. */
  readonly requests: number[];
  readonly interruptId: unknown;
  /** False where the log does not say of what kind the interrupt is. */
  isApproval: boolean;
  /** Starts of its node since, which may be the answer: an execution may continue where the one before waited. */
  readonly restarts: number[] = [];
  /** A later question of its node, of another kind, waits for its answer. */
  isCovered = false;
  /** Votes that hosts record next to answers (run-events 3.4). */
  readonly votes: number[] = [];
  readonly answers: Answer[] = [];

  constructor(requests: number[], interruptId: unknown, isApproval: boolean) {
    this.requests = requests;
    this.interruptId = interruptId;
    this.isApproval = isApproval;
  }

  /** An approval that nothing has answered. */
  get isOpen(): boolean {
    return this.isApproval && this.answers.length === 0;
  }
}

/** Rows of one run in display order. */
export class ApprovalGates {
  private readonly gates = new Map<number, Gate | null>();
  /** Open approvals of nodes that have a later question of another kind. */
  private readonly aside = new Map<number, Gate>();
  /** Nodes at which interrupts were requested, by interruptId. */
  private readonly requestedAt = new Map<unknown, number>();
  private readonly index: LogIndex;
  private readonly causeOf: (row: number) => number;
  private readonly facts: ReadonlyMap<number, ApprovalFacts>;
  private readonly found: (answer: Answer) => void;

  /** `causeOf` gives the event, or the envelope, that a row names as its cause; -1 for none. */
  constructor(
    index: LogIndex,
    causeOf: (row: number) => number,
    facts: ReadonlyMap<number, ApprovalFacts>,
    found: (answer: Answer) => void,
  ) {
    this.index = index;
    this.causeOf = causeOf;
    this.facts = facts;
    this.found = found;
  }

  /** Another run. */
  begin(): void {
    this.gates.clear();
    this.aside.clear();
    this.requestedAt.clear();
  }

  /** Takes a row by its role (`approvalRoles`), which is not 0. */
  take(row: number, role: number, isWhole: boolean): void {
    const node = this.index.columns.node[row] as number;
    if (role === ROLE.asks) this.ask(row, node);
    else if (role === ROLE.answers) this.answer(row, node, isWhole);
    else if (role === ROLE.ends) this.end(row, node, isWhole);
    else if (role === ROLE.starts) this.restart(row, node);
    else if (role === ROLE.completes) this.complete(row, isWhole);
    else if (role === ROLE.votes) this.gates.get(node)?.votes.push(row);
    else if (role === ROLE.cancels) for (const gate of this.gates.values()) close(gate, 'cancelled', -1);
  }

  private ask(row: number, node: number): void {
    const { kind, interruptId } = this.factsOf(row);
    if (interruptId !== null) this.requestedAt.set(interruptId, node);
    const isApproval = kind === 'approval' || this.index.typeOf(row) === 'approval.requested';
    const gate = this.gates.get(node) ?? null;
    const isSame = gate !== null && gate.answers.length === 0 && isOf(gate, interruptId);
    if (isSame && (isApproval || kind === null)) {
      gate.requests.push(row);
      gate.isApproval ||= isApproval;
    } else if (isApproval || kind === null) {
      close(gate, 'requested', -1);
      this.gates.set(node, new Gate([row], interruptId, isApproval));
    } else this.leave(node, true);
  }

  /** A question of another kind, or its answer: what ends it is no end of an approval, and one that is open stays open. */
  private leave(node: number, isQuestion: boolean): void {
    const gate = this.gates.get(node) ?? this.aside.get(node) ?? null;
    if (gate?.isOpen) {
      gate.isCovered = isQuestion;
      this.aside.set(node, gate);
    } else close(gate, 'requested', -1);
    this.gates.set(node, null);
  }

  private answer(row: number, recordedAt: number, isWhole: boolean): void {
    const type = this.index.typeOf(row);
    const { kind, interruptId, action } = this.factsOf(row);
    const node = this.nodeOf(interruptId, recordedAt);
    const isOfApproval = type.startsWith('approval.') || kind === 'approval';
    if (!isOfApproval && kind !== null) return void this.leave(node, false);
    const open = this.aside.get(node);
    const isNamed = isOfApproval || (interruptId !== null && open?.interruptId === interruptId);
    if (
      open !== undefined &&
      (isNamed || (action === 'accepts' && !open.isCovered)) &&
      isOf(open, interruptId)
    ) {
      this.aside.delete(node);
      this.gates.set(node, open);
    }
    const known = this.gates.get(node);
    const gate = known != null && (node !== 0 || isOfApproval) && isOf(known, interruptId) ? known : null;
    // An interrupt of a kind that is not recorded is one of an approval at most when it is answered like one.
    const mayBe = isOfApproval || gate?.isApproval === true || (known !== null && action === 'accepts');
    if (!mayBe) return;
    const at = gate ?? new Gate([], interruptId, isOfApproval);
    at.isApproval ||= isOfApproval;
    if (gate === null) this.gates.set(node, at);
    const last = at.answers.at(-1);
    if (last !== undefined && this.isSameAnswer(last, row)) last.rows.push(row);
    else this.open(at, row, isWhole);
  }

  /** The node whose interrupt an answer names, else the one that the answer is recorded at. */
  private nodeOf(interruptId: unknown, recordedAt: number): number {
    const own = this.gates.get(recordedAt) ?? null;
    if (interruptId === null || (own !== null && isOf(own, interruptId))) return recordedAt;
    return this.requestedAt.get(interruptId) ?? recordedAt;
  }

  private open(gate: Gate, row: number, isWhole: boolean): void {
    const answer: Answer = { rows: [row], isWhole, gate, next: null, end: -1 };
    gate.answers.push(answer);
    this.found(answer);
  }

  /** One answer is recorded by several events: one names the other, or they are of other types, or name one cause. */
  private isSameAnswer({ rows, next }: Answer, row: number): boolean {
    if (next !== null) return false;
    const cause = this.causeOf(row);
    if (rows.includes(cause)) return true;
    const said = this.factsOf(row).action;
    const isOther = (one: number): boolean => {
      const before = this.factsOf(one).action;
      return before !== null && said !== null && before !== said;
    };
    if (rows.some(isOther)) return false;
    const isOfType = (one: number): boolean => this.index.typeOf(one) === this.index.typeOf(row);
    return !rows.some(isOfType) || (cause >= 0 && rows.some((one) => this.causeOf(one) === cause));
  }

  /** An approval that nothing answered is still open in the next execution of its node. */
  private restart(row: number, node: number): void {
    if (this.gates.size === 0 && this.aside.size === 0) return;
    const gate = this.gates.get(node) ?? this.aside.get(node) ?? null;
    if (gate?.isOpen) gate.restarts.push(row);
    else this.gates.delete(node);
  }

  private end(row: number, node: number, isWhole: boolean): void {
    if (this.gates.size === 0 && this.aside.size === 0) return;
    const gate = this.gates.get(node) ?? this.aside.get(node) ?? null;
    this.aside.delete(node);
    if (gate === null) return;
    const type = this.index.typeOf(row);
    const isCompleted = type === 'node.completed';
    if (isCompleted && gate.isOpen && node !== 0) {
      this.open(gate, row, isWhole);
      gate.answers[0]?.rows.push(...gate.restarts);
    }
    close(gate, isCompleted ? 'completed' : type === 'node.failed' ? 'failed' : 'cancelled', row);
    this.gates.delete(node);
  }

  /** A run that completes has passed an approval that is open, by whatever it was. */
  private complete(row: number, isWhole: boolean): void {
    const open = [...this.gates.values(), ...this.aside.values()].find((gate) => gate?.isOpen);
    if (open != null) this.open(open, row, isWhole);
  }

  private factsOf(row: number): ApprovalFacts {
    return this.facts.get(row) ?? NO_FACTS;
  }
}

/** The rows whose payloads are requested, of rows in display order. */
export class ApprovalRows {
  private readonly columns: LogIndex['columns'];
  private readonly waiting = new Set<number>();
  private run = -1;

  constructor(index: LogIndex) {
    this.columns = index.columns;
  }

  /** What an event is to an approval by its role, or the end of a node that may have waited for one; null for nothing. O(1). */
  roleOf(row: number, role: number): 'question' | 'answer' | null {
    const { node, run } = this.columns;
    if (role !== ROLE.asks && role !== ROLE.answers && role !== ROLE.ends) return null;
    if (run[row] !== this.run) this.waiting.clear();
    this.run = run[row] as number;
    const at = node[row] as number;
    if (role === ROLE.ends) return this.waiting.delete(at) ? 'answer' : null;
    this.waiting.add(at);
    return role === ROLE.asks ? 'question' : 'answer';
  }
}

/** What an event is to an approval, by the number of its type; 0 for nothing. */
export const approvalRoles = (index: LogIndex): Uint8Array =>
  index.tableOfTypes((type) => ROLES.get(type) ?? ROLE.none);

const isOf = (gate: Gate, interruptId: unknown): boolean =>
  gate.interruptId === null || interruptId === null || gate.interruptId === interruptId;

function close(gate: Gate | null, next: NonNullable<Answer['next']>, end: number): void {
  for (const answer of gate?.answers ?? []) {
    if (answer.next !== null) continue;
    answer.next = next;
    answer.end = end;
  }
}

/** What an answer says of itself. `again`: it asks for another round, and decides nothing. */
type StatedAnswer = 'accepts' | 'refuses' | 'again' | 'other';

/** What is known of one event; about 100 bytes. */
export type ApprovalFacts = ReturnType<typeof approvalFacts>;

/** A vote of a quorum that is not reached yet. */
export const isVote = ({ quorum }: ApprovalFacts): boolean =>
  quorum !== null && quorum.granted < quorum.required;

/** Words of an answer in lower case, by what they say. */
const WORDS: ReadonlyMap<string, StatedAnswer> = new Map(
  (
    [
      ['accepts', 'accept edit-accept accepted approve approved grant granted'],
      [
        'refuses',
        'reject rejected refuse refused deny denied decline declined cancel cancelled canceled timeout timed-out expire expired approval_rejected interrupt_rejected untrusted_content_blocks_approval',
      ],
      ['again', 'refine ask'],
    ] as const
  ).flatMap(([says, words]) => words.split(' ').map((word) => [word, says])),
);

/** Principals that hosts write for what no person decided. */
const AGENT = /^(?:agent|assistant|envelope|llm|mcp|model|tool)(?:$|[:/._-])/i;

/** Actors of a subject, each of them that of the one before (run-events 3.6). */
const MAX_ACTORS = 4;

/** Names of members that `approvalFacts` looks at, those of objects in a payload too. */
export const APPROVAL_MEMBERS: ReadonlySet<string> = new Set([
  'action',
  'actor',
  'approved',
  'catalogVersion',
  'code',
  'config',
  'data',
  'decidedBy',
  'decision',
  'envelope',
  'envelopeType',
  'error',
  'fields',
  'granted',
  'id',
  'interruptId',
  'kind',
  'messages',
  'outcome',
  'output',
  'outputs',
  'payload',
  'principal',
  'quorumProgress',
  'reason',
  'required',
  'resolvedBy',
  'resumeValue',
  'subjectId',
  'surface',
  'surfaceId',
  'surfaces',
  'version',
]);

/** Where a payload, the answer in it, or what a node gave out holds a word of an answer. */
const ANSWERS = [[], ['resumeValue'], ['outputs'], ['outputs', 'output']];
const SAID = ['decision', 'outcome', 'approved'];
/** Codes and reasons that may say an approval was turned down or ran out. */
const CODES = [['code'], ['error', 'code'], ['reason']];
/** Where a surface is: of an event, an interrupt, or the envelope that an event records. */
const SURFACES = [[], ['data'], ['config'], ['config', 'data'], ['payload'], ['envelope', 'payload']];
/** Who answered. */
const PERSONS = ['decidedBy', 'principal', 'resolvedBy'];

/** What the members of a payload may say, by their names: what none of them may say is not searched. */
const [SAYS_ANSWER, SAYS_SURFACE, SAYS_PERSON] = [1, 2, 4];
const SAYS: ReadonlyMap<string, number> = new Map(
  (
    [
      [SAYS_ANSWER, ['action', ...SAID, 'resumeValue', 'outputs', 'code', 'error', 'reason']],
      [SAYS_SURFACE, ['catalogVersion', 'messages', 'surfaces', 'data', 'config', 'payload', 'envelope']],
      [SAYS_PERSON, PERSONS],
    ] as const
  ).flatMap(([says, names]) => names.map((name) => [name, says] as const)),
);
const NOTHING_STATED = { action: null, verdict: null } as const;

/** Reads the payload of an event of an approval, or those members of it, whatever it is of. */
export function approvalFacts(payload: unknown) {
  let says = 0;
  if (isRecord(payload)) for (const name in payload) says |= SAYS.get(name) ?? 0;
  const { action, verdict } = (says & SAYS_ANSWER) === 0 ? NOTHING_STATED : statedIn(payload);
  const surfaces = (says & SAYS_SURFACE) === 0 ? [] : surfacesIn(payload);
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
    /** The word of `action`: of a surface the id of a button, which is not a verdict. Null without one. */
    action,
    /** What a bare answer says, or other members: `decision`, `outcome`, `approved`, the code of a failure. Null without one. */
    verdict,
    /** Votes that were granted when this one was, and those that it takes; null without them. */
    quorum: typeof granted === 'number' && typeof required === 'number' ? { granted, required } : null,
    /** The host names a principal that is no agent. */
    isByPerson: (says & SAYS_PERSON) !== 0 && PERSONS.some((name) => isPerson(member(payload, name))),
  };
}

/** The member at the end of a path; undefined where there is none. */
function below(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = member(at, name);
  return at;
}

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
    if (typeof code === 'string' && WORDS.get(code) === 'refuses') verdict = statedOr(verdict, code);
  }
  return { action, verdict };
}

/** What was said before, unless it decides nothing: then what a value says, if it is a text. */
function statedOr(before: StatedAnswer | null, value: unknown): StatedAnswer | null {
  const isDecided = before !== null && before !== 'other';
  if (isDecided || typeof value !== 'string' || value === '') return before;
  return WORDS.get(value.toLowerCase()) ?? 'other';
}

/** A word for yes or no; anything else as it is. */
const approved = (value: unknown): unknown =>
  value === true ? 'approved' : value === false ? 'rejected' : value;

function surfacesIn(payload: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (const path of SURFACES) {
    const value = below(payload, path);
    if (!isRecord(value)) continue;
    const several = member(value, 'surfaces');
    for (const one of Array.isArray(several) ? [value, ...several] : [value])
      if (isTreeBody(one) || isMessageBody(one)) found.push(one);
  }
  return found;
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
