/** What a log says of trust: how each approval was answered, and where a mark was lost (acceptor S11, 7). */
import { type MaskedText, words } from '@openwop-inspector/base';
import { type CausalGraph, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import { isOfV2 } from '../event-names.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { eachPayload, type PayloadMembers } from '../payload/read-payload.ts';
import {
  type Answer,
  APPROVAL_MEMBERS,
  type ApprovalFacts,
  ApprovalGates,
  approvalFacts,
  approvalRoles,
  approvalRows,
  isVote,
  NO_FACTS,
} from './approval-gates.ts';
import { EnvelopeTrust, LostOnEffect, surfaceTypes } from './envelope-trust.ts';
import { type RuleRows, ruleRows, SINCE } from './rule-rows.ts';
import { bringsUntrusted, taintMap } from './trust.ts';

/** Agrees with the protocol, deviates from it, or cannot be known from what was recorded. */
export type TaintVerdict = 'agrees' | 'deviates' | 'unknown';

/** One answer to an approval, or one mark that was lost. */
export interface TrustFinding {
  readonly kind: 'decision' | 'sibling' | 'effect';
  /** The event that it is displayed at. */
  readonly row: number;
  /** The untrusted event, or what answered; -1 where nothing is recorded. */
  readonly cause: number;
  readonly verdict: TaintVerdict;
  readonly why: MaskedText;
}

/** Findings in display order, by the events they are displayed at. */
export interface TrustFindings {
  readonly byRow: ReadonlyMap<number, TrustFinding>;
  /** Events that record an answer which is displayed at another event. */
  readonly repeats: ReadonlySet<number>;
}

/** Of a log without causes. */
export const NO_FINDINGS: TrustFindings = { byRow: new Map(), repeats: new Set() };
const NEVER = (): boolean => false;
const known = new WeakMap<LoadedLog['order'], TrustFindings>();

/** What the judgement is made of: members of the payloads of these rows, which are given to `take`. */
export interface TrustQuestion {
  readonly rows: ReadonlySet<number>;
  readonly take: (row: number, members: PayloadMembers) => void;
  /** Makes the judgement, once every row was taken, and keeps it. */
  readonly answer: () => void;
}

/** What is to be read before trust can be judged; null where nothing is. O(rows). */
export function trustQuestion(log: LoadedLog): TrustQuestion | null {
  const { graph, order } = log;
  if (graph === null || known.has(order)) return null;
  const rows = ruleRows(log);
  const facts = new Map<number, ApprovalFacts>();
  return {
    rows: wantedRows(log, graph, rows),
    take: (row, members) => void facts.set(row, approvalFacts(members)),
    answer: () => void known.set(order, new TrustPass(log, graph, facts).findings(rows)),
  };
}

/**
 * The one judgement of trust in a log, which problems, audits and the paths of untrusted content show. Null when it was
 * stopped. One pass over the columns and one read of the events of approvals; cached as long as the order of the log
 * is. Rejects with a `SourceError`.
 */
export async function trustFindings(log: LoadedLog, isCancelled = NEVER): Promise<TrustFindings | null> {
  const question = trustQuestion(log);
  if (question !== null) {
    const { rows, take, answer } = question;
    if (!(await eachPayload(log, rows, APPROVAL_MEMBERS, take, isCancelled))) return null;
    answer();
  }
  return known.get(log.order) ?? NO_FINDINGS;
}

/** Events of approvals, what answers name as their cause, and envelopes that may be surfaces of a node that a tool answered. */
function wantedRows({ index }: LoadedLog, graph: CausalGraph, { rows }: RuleRows): ReadonlySet<number> {
  const { columns, types } = index;
  const roleOf = approvalRows(index);
  const isOfSurface = surfaceTypes(index);
  const wanted = new Set<number>();
  const [logged, returned, started] = ['log.appended', 'agent.toolReturned', 'node.started'].map((name) =>
    types.find(name),
  );
  const answered = new Set<number>();
  for (const row of rows) {
    const [type, node] = [columns.type[row], columns.node[row] as number];
    if (type === returned) answered.add(node);
    else if (type === started) answered.delete(node);
    const isTrusted = columns.has(row, FLAG.trusted) && columns.has(row, FLAG.aboutEnvelope);
    const role = roleOf(row);
    if (role !== null || isOfSurface(row) || (type === logged && isTrusted && answered.has(node)))
      wanted.add(row);
    if (role === 'answer') wanted.add(eventOf(graph, graph.parent[row] as number));
  }
  wanted.delete(-1);
  return wanted;
}

/** An event by its number in the graph, an envelope by the first of its events. */
const eventOf = (graph: CausalGraph, node: number): number =>
  node < graph.base ? node : (graph.envelopes[node - graph.base]?.firstEvent ?? -1);

type Trust = 'untrusted' | 'perhaps' | 'trusted' | 'unmarked';

/** What answered an approval, as far as the log says. */
interface Decider {
  readonly row: number;
  /** The event of the answer that names it. */
  readonly markedAt: number;
  readonly what: 'envelope' | 'surface' | 'event';
  readonly trust: Trust;
  /** It voted, and another decided. */
  readonly isVoter?: boolean;
}

class TrustPass {
  private readonly byRow = new Map<number, TrustFinding>();
  private readonly repeats = new Set<number>();
  private readonly envelopes: EnvelopeTrust;
  private readonly effects: LostOnEffect;
  private gates: ApprovalGates;
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  private readonly facts: ReadonlyMap<number, ApprovalFacts>;
  private readonly roleOf: ReturnType<typeof approvalRoles>;
  private readonly isOfSurface: (row: number) => boolean;
  private answers: Answer[] = [];
  /** The first untrusted envelope of each surface of version 2, which taints it for good. */
  private readonly surfaces = new Map<unknown, number>();
  /** That envelope, of surfaces that were answered. */
  private readonly tainted = new Map<Answer, number>();

  constructor(log: LoadedLog, graph: CausalGraph, facts: ReadonlyMap<number, ApprovalFacts>) {
    this.log = log;
    this.graph = graph;
    this.facts = facts;
    this.roleOf = approvalRoles(log.index);
    this.isOfSurface = surfaceTypes(log.index);
    this.envelopes = new EnvelopeTrust(log.index, graph);
    this.effects = new LostOnEffect(log, graph, facts);
    this.gates = this.newGates();
  }

  private newGates(): ApprovalGates {
    const causeOf = (row: number): number => this.graph.parent[row] ?? -1;
    return new ApprovalGates({ index: this.log.index, causeOf, factsOf: (row) => this.factsOf(row) });
  }

  findings({ rows, since }: RuleRows): TrustFindings {
    for (let i = 0; i < rows.length; i++) this.take(rows[i] as number, since[i] as number);
    this.beginRun();
    return { byRow: this.byRow, repeats: this.repeats };
  }

  private take(row: number, since: number): void {
    const isWhole = (since & SINCE.whole) !== 0;
    if ((since & SINCE.run) !== 0) this.beginRun();
    const role = this.roleOf(row);
    const answer = role === undefined ? null : this.gates.take(row, role, isWhole);
    if (answer !== null) this.takeAnswer(answer);
    for (const id of this.factsOf(row).surfaceIds)
      if (!this.surfaces.has(id) && this.trustOf(row) === 'untrusted') this.surfaces.set(id, row);
    if (!isWhole) return;
    if (this.graph.rule[row] === RULE.correlationId)
      this.envelopes.take(row, (plain, by) => this.lost('sibling', plain, by));
    const cause = this.effects.take(row);
    if (cause >= 0) this.lost('effect', row, cause);
  }

  private takeAnswer(answer: Answer): void {
    this.answers.push(answer);
    const ids = answer.gate.requests.flatMap((row) => this.factsOf(row).surfaceIds);
    const by = ids.map((id) => this.surfaces.get(id)).find((row) => row !== undefined);
    if (by !== undefined) this.tainted.set(answer, by);
  }

  private beginRun(): void {
    for (const answer of this.answers) this.judge(answer);
    this.answers = [];
    this.envelopes.begin();
    this.effects.begin();
    this.gates = this.newGates();
    this.surfaces.clear();
  }

  private lost(kind: keyof typeof LOST, row: number, cause: number): void {
    if (this.byRow.has(row)) return;
    const isUnmarked = !this.log.index.columns.has(row, FLAG.trusted) && isOfV2(this.log, row);
    this.byRow.set(row, { kind, row, cause, ...(isUnmarked ? NO_MARK_IN_V2 : LOST[kind]) });
  }

  private judge(answer: Answer): void {
    const named = this.deciderOf(answer);
    const surface = named?.trust === 'untrusted' ? null : this.surfaceOf(answer);
    const known = surface?.trust === 'untrusted' ? surface : (named ?? surface);
    const voter = known?.trust === 'untrusted' ? null : this.deciderOf(answer, answer.gate.votes);
    const decider =
      voter?.trust === 'untrusted' ? { ...voter, markedAt: answer.rows[0] as number, isVoter: true } : known;
    const row = decider?.markedAt ?? (answer.rows[0] as number);
    for (const one of answer.rows) if (one !== row) this.repeats.add(one);
    const cause = decider?.row ?? -1;
    this.byRow.set(row, { kind: 'decision', row, cause, ...this.verdictOf(answer, decider) });
  }

  private verdictOf(answer: Answer, decider: Decider | null): Judgement {
    const wentOn = this.wentOn(answer, decider);
    if (wentOn === 'no') return JUDGED.refused;
    if (decider === null) {
      if (answer.rows.some((row) => this.factsOf(row).isByPerson)) return JUDGED.byPerson;
      return answer.rows.some((row) => isOfV2(this.log, row)) ? JUDGED.byNobodyInV2 : JUDGED.byNobody;
    }
    const { trust } = decider;
    if (trust !== 'untrusted') return JUDGED[trust][decider.what];
    if (!answer.gate.isApproval) return JUDGED.unasked;
    if (!answer.isWhole) return JUDGED.cut;
    if (decider.isVoter || (wentOn === 'yes' && !this.isNeeded(answer))) return JUDGED.voted[decider.what];
    return (wentOn === 'unknown' ? JUDGED.unanswered : JUDGED.untrusted)[decider.what];
  }

  /** False for a vote that did not count, or without which the quorum would have been reached as well. */
  private isNeeded({ rows, gate }: Answer): boolean {
    const ofQuorum = gate.answers
      .flatMap((answer) => answer.rows)
      .flatMap((row) => {
        const { quorum } = this.factsOf(row);
        return quorum === null ? [] : [{ row, ...quorum }];
      });
    const at = ofQuorum.findIndex(({ row }) => rows.includes(row));
    const own = ofQuorum[at];
    if (own === undefined) return true;
    const before = Math.max(0, ...ofQuorum.slice(0, at).map(({ granted }) => granted));
    const isCounted = before === 0 || own.granted === before + 1;
    const release = ofQuorum.findIndex(({ granted, required }) => granted >= required);
    return isCounted && at <= release && ofQuorum[release]?.granted === own.required;
  }

  /** Only a recorded refusal, cancellation or expiry says that it did not. */
  private wentOn({ rows, next, end }: Answer, decider: Decider | null): 'yes' | 'no' | 'unknown' {
    const types = rows.map((row) => this.log.index.typeOf(row));
    const facts = rows.map((row) => this.factsOf(row));
    const isSurface = decider?.what === 'surface';
    const said = new Set<ApprovalFacts['verdict']>();
    facts.forEach((own, i) => {
      const type = types[i];
      if (type === 'approval.rejected') said.add('refuses');
      else if (type === 'approval.overridden' || (type === 'approval.granted' && !isVote(own)))
        said.add('accepts');
      else {
        said.add(own.verdict);
        // Of a surface `action` is the id of a button, unless the host wrote it as the verdict of an approval.
        if (!isSurface || type === 'approval.received') said.add(own.action);
      }
    });
    const [isYes, isNo] = [said.has('accepts'), said.has('refuses')];
    if (isYes !== isNo) return isYes ? 'yes' : 'no';
    // A run may complete by what has nothing to do with an approval that is open.
    if (isYes || types[0] === 'run.completed') return 'unknown';
    const ended = this.factsOf(end);
    const saidAtEnd = ended.verdict ?? (isSurface ? null : ended.action);
    if (next === 'cancelled' || saidAtEnd === 'refuses') return 'no';
    if (next === 'completed') return 'yes';
    if (facts.some(isVote) || said.has('again')) return 'unknown';
    // A button that is named like a refusal may be one.
    if (isSurface)
      return facts.some(({ action }) => action === 'refuses' || action === 'again') ? 'unknown' : 'yes';
    return types.includes('node.resumed') ? 'yes' : 'unknown';
  }

  /** What the events of an answer name as their cause, the untrusted first; null where that is the question, or nothing. */
  private deciderOf(answer: Answer, rows: readonly number[] = answer.rows): Decider | null {
    const { graph } = this;
    let found: Decider | null = null;
    for (const row of rows) {
      const rule = graph.rule[row];
      const isEnvelope = rule === RULE.correlationId;
      if (!isEnvelope && rule !== RULE.eventId && rule !== RULE.otherRun) continue;
      const parent = graph.parent[row] as number;
      // A fork stamps its copy of an answer with the answer that was copied.
      if (rule === RULE.otherRun && this.log.index.typeOf(parent) === this.log.index.typeOf(row)) continue;
      // A cause that comes after the answer is none.
      if (parent < 0 || graph.marks[row] !== 0 || answer.rows.includes(parent)) continue;
      const decider = isEnvelope ? this.envelope(row, parent, answer) : this.event(row, parent, answer);
      if (decider === null) continue;
      if (decider.trust === 'untrusted') return decider;
      found ??= decider;
    }
    return found;
  }

  private envelope(row: number, parent: number, { rows }: Answer): Decider | null {
    const { graph, envelopes } = this;
    const { columns } = this.log.index;
    const untrusted = envelopes.untrustedOf(parent);
    const first = untrusted < 0 ? eventOf(graph, parent) : untrusted;
    // An envelope that nothing else names may as well be an event that is not recorded.
    if (first < 0 || (rows.includes(first) && (graph.envelopes[parent - graph.base]?.record ?? -1) < 0))
      return null;
    const says = columns.has(row, FLAG.untrusted) ? first : untrusted;
    const trusted = columns.has(row, FLAG.trusted) || envelopes.trustedOf(parent) >= 0;
    return {
      row: says < 0 ? first : says,
      markedAt: row,
      what: this.isSurface(first) ? 'surface' : 'envelope',
      trust: says >= 0 ? 'untrusted' : trusted ? 'trusted' : 'unmarked',
    };
  }

  /** An event that asks, or by which node and run go on, is no answer. */
  private event(row: number, cause: number, { gate }: Answer): Decider | null {
    const type = this.log.index.typeOf(cause);
    const isSurface = this.isSurface(cause);
    if (!isSurface && (gate.requests.includes(cause) || NO_ANSWER.test(type))) return null;
    return { row: cause, markedAt: row, what: isSurface ? 'surface' : 'event', trust: this.trustOf(cause) };
  }

  /** The surface that requested an approval, which then is what answers it (envelope 7.5). */
  private surfaceOf(answer: Answer): Decider | null {
    const markedAt = answer.rows[0] as number;
    const by = this.tainted.get(answer);
    if (by !== undefined) return { row: by, markedAt, what: 'surface', trust: 'untrusted' };
    const asking = answer.gate.requests
      .filter((row) => this.factsOf(row).isSurface)
      .map((row): Decider => ({ row, markedAt, what: 'surface', trust: this.trustOf(row) }));
    return asking.find(({ trust }) => trust === 'untrusted') ?? asking[0] ?? null;
  }

  private trustOf(row: number): Trust {
    const { log, graph } = this;
    const own = log.index.trustOf(row);
    if (own === 'untrusted' || (this.byRow.get(row)?.kind ?? 'decision') !== 'decision') return 'untrusted';
    if (own === 'trusted') return 'trusted';
    const isOfEnvelope = graph.rule[row] === RULE.correlationId;
    const isKnown = isOfEnvelope && this.envelopes.untrustedOf(graph.parent[row] as number) >= 0;
    if (isKnown || bringsUntrusted(log.index, row)) return 'untrusted';
    const map = taintMap(log);
    return map.isReached(row) ? (map.isCertain(row) ? 'untrusted' : 'perhaps') : 'unmarked';
  }

  private isSurface(row: number): boolean {
    return this.isOfSurface(row) || this.factsOf(row).isSurface;
  }

  private factsOf(row: number): ApprovalFacts {
    return this.facts.get(row) ?? NO_FACTS;
  }
}

type Judgement = Pick<TrustFinding, 'verdict' | 'why'>;

const agrees = (why: MaskedText): Judgement => ({ verdict: 'agrees', why });
const deviates = (why: MaskedText): Judgement => ({ verdict: 'deviates', why });
const unsettled = (why: MaskedText): Judgement => ({ verdict: 'unknown', why });

const LOST = {
  sibling: deviates(
    words`another event of its envelope is untrusted, and it does not say so: the mark is lost`,
  ),
  effect: deviates(words`it follows from untrusted content and does not say so: the mark is lost`),
} as const;

/** Events of v2 have no member that says so: such a one is untrusted by what it follows from (run-events 3.6). */
const NO_MARK_IN_V2 = agrees(
  words`it follows from untrusted content, and counts as untrusted; events of v2 do not say so themselves`,
);

/** A judgement for each of what may decide. */
function ofEach(judge: (what: MaskedText) => Judgement): Readonly<Record<Decider['what'], Judgement>> {
  return { envelope: judge(words`envelope`), surface: judge(words`surface`), event: judge(words`event`) };
}

const JUDGED = {
  refused: agrees(words`the answer did not let the run go on`),
  byPerson: agrees(words`the host recorded who decided, and no content did`),
  byNobody: unsettled(words`the log does not record who answered; decidedBy or a causationId would say`),
  byNobodyInV2: unsettled(words`the log does not record who answered; resolvedBy or a causationId would say`),
  trusted: ofEach((what) => agrees(words`the ${what} that decided is trusted`)),
  unmarked: ofEach((what) =>
    unsettled(words`the ${what} that decided does not say whether it is trusted; contentTrust would`),
  ),
  perhaps: ofEach((what) =>
    unsettled(
      words`the ${what} that decided follows from untrusted content, and does not say whether it holds any; contentTrust would`,
    ),
  ),
  unasked: unsettled(
    words`that an approval was requested is not recorded; the kind of the interrupt would say`,
  ),
  cut: unsettled(
    words`events are missing before the answer, and what answered may be one of them; a whole log would say`,
  ),
  unanswered: ofEach((what) =>
    unsettled(
      words`what the untrusted ${what} answered is not recorded; action, or how its node ended, would say`,
    ),
  ),
  voted: ofEach((what) =>
    unsettled(
      words`an untrusted ${what} voted, and whether its vote was needed is not recorded; quorumProgress of each vote would say`,
    ),
  ),
  untrusted: ofEach((what) =>
    deviates(
      words`an untrusted ${what} let the run go on; it would have been refused: untrusted_content_blocks_approval`,
    ),
  ),
} as const;

/** Types by which an interrupt is requested, or by which node and run go on: what they cause was answered by somebody else. */
const NO_ANSWER =
  /^(?:run\.|node\.(?:started|suspended|resumed|retried)|(?:interrupt|approval|clarification)\.requested|interrupt\.vote)/;
