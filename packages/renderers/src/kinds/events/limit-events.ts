/** Limits that were passed (run-events 3.2.5, 3.2.13). */
import { formatCount, formatDuration } from '@openwop-inspector/base';
import { idField, numberField, wordField } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { own, say } from '../sheet/say.ts';
import type { SheetPart } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

interface Limited {
  /** What is counted. */
  readonly title: string;
  /** Unit after a number; `ms` is written as a duration. */
  readonly unit: string;
}

const KINDS: ReadonlyMap<string, Limited> = new Map([
  ['clarification', { title: 'rounds of clarification', unit: 'rounds' }],
  ['schema', { title: 'rounds of schema requests', unit: 'rounds' }],
  ['envelopes', { title: 'envelopes in a turn', unit: 'envelopes' }],
  ['node-executions', { title: 'executions of nodes', unit: 'executions' }],
  ['dispatch-iterations', { title: 'iterations of a dispatch', unit: 'iterations' }],
  ['wasm-memory', { title: 'memory of a WASM pack', unit: '' }],
  ['wasm-fuel', { title: 'fuel of a WASM pack', unit: '' }],
  ['wasm-execution-time', { title: 'time of a WASM pack', unit: 'ms' }],
  ['run-duration', { title: 'duration of the run', unit: 'ms' }],
  ['loop-iterations', { title: 'iterations of a loop', unit: 'iterations' }],
  ['budget-tokens', { title: 'tokens of the budget', unit: 'tokens' }],
  ['budget-cost', { title: 'cost of the budget', unit: '' }],
  ['budget-tool-calls', { title: 'tool calls of the budget', unit: 'calls' }],
  ['budget-retries', { title: 'retries of the budget', unit: 'retries' }],
]);

const meanings: ReadonlyMap<string, string> = new Map([...KINDS].map(([kind, { title }]) => [kind, title]));

const breached: EventReader = (payload) => {
  const kind = payload.peekText('kind');
  const limited = KINDS.get(kind ?? '');
  const what = limited === undefined ? (kind === null ? own('something') : say`${kind}`) : own(limited.title);
  return {
    lead: {
      glyph: 'limit',
      tone: 'error',
      badge: 'Limit passed',
      words: say`The limit of ${what} was passed.`,
    },
    fields: [
      wordField(payload, 'kind', 'Limit of', meanings),
      numberField(payload, 'limit', 'Limit', limited?.unit ?? ''),
      numberField(payload, 'observed', 'Observed', limited?.unit ?? ''),
      idField(payload, 'nodeId', 'Node'),
    ],
    parts: limitParts(payload, limited?.unit ?? ''),
  };
};

/** The two numbers in words and as a bar, and what is wrong with them. */
function limitParts(payload: Members, unit: string): readonly (SheetPart | null)[] {
  const limit = payload.peekNumber('limit');
  const observed = payload.peekNumber('observed');
  if (limit === null || observed === null) return [];
  const over = amount(observed - limit, unit);
  const words = `${amount(observed, unit)} observed, ${amount(limit, unit)} allowed${observed > limit ? `: ${over} over` : ''}.`;
  return [
    { kind: 'share', value: observed, of: limit, words },
    observed > limit
      ? null
      : {
          kind: 'notice',
          tone: 'warning',
          words: own('The observed value is not above the limit, as it should be.'),
        },
  ];
}

function amount(value: number, unit: string): string {
  if (unit === 'ms') return formatDuration(value);
  return unit === ''
    ? formatCount(value)
    : `${formatCount(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}

const loopback: EventReader = (payload) => ({
  lead: {
    glyph: 'limit',
    tone: 'error',
    badge: 'Loop ended',
    words: own('The loop of changes was gone through as often as it may be.'),
  },
  fields: [
    numberField(payload, 'iterations', 'Iterations'),
    numberField(payload, 'limit', 'Limit'),
    idField(payload, 'nodeId', 'Node'),
  ],
});

const DIMENSIONS: ReadonlyMap<string, string> = new Map([
  ['tokens', 'tokens'],
  ['cost', 'cost'],
  ['toolCalls', 'tool calls'],
  ['retries', 'retries'],
]);

const budget =
  (badge: string, tone: 'plain' | 'warning' | 'error'): EventReader =>
  (payload) => {
    const dimension = payload.peekText('dimension');
    const of = DIMENSIONS.get(dimension ?? '') ?? null;
    const consumed = payload.peekNumber('consumed');
    const limit = payload.peekNumber('limit');
    const used =
      consumed === null || limit === null ? null : `${formatCount(consumed)} of ${formatCount(limit)}`;
    return {
      lead: {
        glyph: 'limit',
        tone,
        badge,
        words:
          used === null
            ? own('The budget of the run is used.')
            : say`${own(used)} ${of === null ? dimension : own(of)} used.`,
      },
      fields: [
        idField(payload, 'dimension', 'Budget of'),
        numberField(payload, 'consumed', 'Used'),
        numberField(payload, 'limit', 'Limit'),
        numberField(payload, 'remaining', 'Left'),
        numberField(payload, 'percent', 'Share', '%'),
      ],
      parts:
        consumed === null || limit === null
          ? []
          : [{ kind: 'share', value: consumed, of: limit, words: `${used} used.` }],
      contentFree: true,
    };
  };

export const limitEvents = eventSheets('limit', 'Limit', {
  'cap.breached': breached,
  'workflow.loopback-limit': loopback,
  'budget.consumed': budget('Budget', 'plain'),
  'budget.threshold.crossed': budget('Budget threshold', 'warning'),
  'budget.exhausted': budget('Budget used up', 'error'),
});
