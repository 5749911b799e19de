/** Limits, budgets, leases and replay (run-events 3.2.5, 3.2.6, 3.2.13). */
import { formatCount, formatDuration } from '@openwop-inspector/base';
import type { EventDescription } from '../description.ts';
import { type Fields, joined, line, wordIn } from '../fields.ts';
import { type EventReader, type LeadForm, lead, sheet } from '../sheet/event-sheet.ts';
import { fieldOf, fieldsOf, notice, wordField } from '../sheet/fields.ts';
import { type Members, own, say } from '../sheet/members.ts';
import type { SheetPart } from '../sheet/sheet.ts';

/** The counted thing of each kind of limit, and the unit after its numbers: `ms` is written as a duration. */
const KINDS: Readonly<Record<string, readonly [title: string, unit: string]>> = {
  clarification: ['rounds of clarification', 'rounds'],
  schema: ['rounds of schema requests', 'rounds'],
  envelopes: ['envelopes in a turn', 'envelopes'],
  'node-executions': ['executions of nodes', 'executions'],
  'dispatch-iterations': ['iterations of a dispatch', 'iterations'],
  'wasm-memory': ['memory of a WASM pack', ''],
  'wasm-fuel': ['fuel of a WASM pack', ''],
  'wasm-execution-time': ['time of a WASM pack', 'ms'],
  'run-duration': ['duration of the run', 'ms'],
  'loop-iterations': ['iterations of a loop', 'iterations'],
  'budget-tokens': ['tokens of the budget', 'tokens'],
  'budget-cost': ['cost of the budget', ''],
  'budget-tool-calls': ['tool calls of the budget', 'calls'],
  'budget-retries': ['retries of the budget', 'retries'],
};

const titles = Object.fromEntries(Object.entries(KINDS).map(([kind, [title]]) => [kind, title]));

const breached: EventReader = (payload) => {
  const kind = payload.peekText('kind');
  const [title, unit] = wordIn(KINDS, kind ?? '') ?? [null, ''];
  const what = title === null ? (kind === null ? own('something') : say`${kind}`) : own(title);
  return {
    lead: lead('limit error Limit passed', say`The limit of ${what} was passed.`),
    fields: [
      wordField(payload, 'kind', titles, 'Limit of'),
      fieldOf(payload, 'limit', { unit }),
      fieldOf(payload, 'observed', { unit }),
      fieldOf(payload, 'nodeId'),
    ],
    parts: limitParts(payload, unit),
  };
};

/** The two numbers in words and as a bar, and what is wrong with them. */
function limitParts(payload: Members, unit: string): readonly (SheetPart | null)[] {
  const limit = payload.peekNumber('limit');
  const observed = payload.peekNumber('observed');
  if (limit === null || observed === null) return [];
  const over = observed > limit ? `: ${amount(observed - limit, unit)} over` : '';
  const words = `${amount(observed, unit)} observed, ${amount(limit, unit)} allowed${over}.`;
  const share: SheetPart = { kind: 'share', value: observed, of: limit, words };
  if (observed > limit) return [share];
  return [share, notice('warning', 'The observed value is not above the limit, as it should be.')];
}

function amount(value: number, unit: string): string {
  if (unit === 'ms') return formatDuration(value);
  const counted = formatCount(value);
  return unit === '' ? counted : `${counted} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  tokens: 'tokens',
  cost: 'cost',
  toolCalls: 'tool calls',
  retries: 'retries',
};

const budget =
  (form: LeadForm): EventReader =>
  (payload) => {
    const dimension = payload.peekText('dimension');
    const of = wordIn(DIMENSIONS, dimension ?? '');
    const consumed = payload.peekNumber('consumed');
    const limit = payload.peekNumber('limit');
    const isKnown = consumed !== null && limit !== null;
    const used = isKnown ? `${formatCount(consumed)} of ${formatCount(limit)}` : '';
    const words = say`${own(used)} ${of === undefined ? dimension : own(of)} used.`;
    return {
      lead: lead(form, isKnown ? words : 'The budget of the run is used.'),
      fields: fieldsOf(payload, 'dimension consumed limit remaining percent'),
      parts: isKnown ? [{ kind: 'share', value: consumed, of: limit, words: `${used} used.` }] : [],
      contentFree: true,
    };
  };

/** "tokens: 900 of 1,000". */
function budgetText(p: Fields): string {
  const spent = p.count('consumed') && `${p.count('consumed')} of ${p.count('limit') || '?'}`;
  return [p.text('dimension'), spent].filter(Boolean).join(': ');
}

const lease = line('{host}; lease {leaseId:id}; until {expiresAt}; before {previousHost}');

const limitBadge = { tone: 'error', word: 'Limit', icon: 'limit' } as const;

/** Types of the families `engine` and `replay`, and the budgets of `trigger`. */
export const limitEvents = {
  'cap.breached': {
    glyph: 'limit',
    tone: 'failed',
    badge: limitBadge,
    act: 'limited',
    abnormal: 'limit',
    recovers: true,
    envelope: { role: 'maybe', part: 'refusing' },
    summary: (p) => {
      const limits = joined(p.countAfter('observed', 'observed'), p.countAfter('limit', 'limit'));
      return [p.text('kind'), limits].filter(Boolean).join(': ');
    },
    sheet: ['limit', breached],
  },
  'workflow.restored': {
    summary: line('restored on a fresh engine; from sequence {fromSnapshotSeq:count}'),
  },
  'workflow.loopback-limit': {
    glyph: 'limit',
    tone: 'warning',
    badge: limitBadge,
    act: 'limited',
    abnormal: 'limit',
    summary: line('sent back {iterations:amount time}; limit {limit:count}'),
    sheet: sheet(
      'limit',
      lead('limit error Loop ended', 'The loop of changes was gone through as often as it may be.'),
      'iterations limit nodeId',
    ),
  },
  'workflow.stalled': {
    tone: 'warning',
    act: 'limited',
    abnormal: 'timeout',
    summary: (p) => {
      const ms = p.number('stalledForMs');
      return [
        ms === null ? 'no progress' : `no progress for ${formatDuration(ms)}`,
        p.after('last at', 'lastNodeId'),
      ];
    },
  },
  'lease.acquired': { summary: lease },
  'lease.renewed': { summary: lease },
  'lease.lost': { tone: 'warning', summary: lease },
  'lease.handed-off': {
    summary: line('from {fromHost?} to {toHost}; lease {leaseId:id}; {reason}'),
  },
  'replay.diverged': {
    tone: 'warning',
    abnormal: 'conflict',
    summary: line(
      '{divergenceKind} | diverged; at {divergencePoint}; sequence {atSequence:count}; of run {sourceRunId:id}',
    ),
  },
  'replay.divergedAtRefusal': {
    tone: 'warning',
    abnormal: 'conflict',
    summary: line(
      'was {originalEnvelopeKind}, now {replayEnvelopeKind?}; sequence {atSequence:count}; {refusalReason}',
    ),
  },
  'budget.reserved': {
    summary: line(
      '{scope}; {effectiveBudget.maxTokens:count} tokens; {effectiveBudget.maxCostUsd:count} USD; ' +
        '{effectiveBudget.maxToolCalls:count} tool calls; {effectiveBudget.maxRetries:count} retries',
    ),
  },
  'budget.consumed': {
    summary: (p) => [budgetText(p), p.count('remaining') && `${p.count('remaining')} left`],
    sheet: ['limit', budget('limit plain Budget')],
  },
  'budget.threshold.crossed': {
    tone: 'warning',
    summary: (p) => [p.count('percent') && `${p.count('percent')} %`, budgetText(p)],
    sheet: ['limit', budget('limit warning Budget threshold')],
  },
  'budget.exhausted': {
    tone: 'failed',
    act: 'limited',
    abnormal: 'limit',
    summary: (p) => budgetText(p),
    sheet: ['limit', budget('limit error Budget used up')],
  },
} satisfies Record<string, EventDescription>;
