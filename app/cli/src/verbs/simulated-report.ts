/** What a person reads after `dispatch` and `gate`: what was decided, step by step, and the events. Pure. */
import type {
  DispatchAttempt,
  DispatchResult,
  GateStep,
  ModelGateResult,
  SimulatedEvent,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount } from '@openwop-inspector/base';
import { warningInfo } from '@openwop-inspector/protocol';
import {
  blank,
  cited,
  dim,
  fact,
  LABEL,
  type Line,
  line,
  name,
  plain,
  type Span,
  strong,
  wrapLine,
} from '../terminal/line.ts';

const ENDS: Readonly<Record<DispatchResult['terminal']['status'], Span>> = {
  accepted: { text: 'Accepted', style: 'ok' },
  failed: { text: 'Failed', style: 'error' },
  stopped: { text: 'Stopped', style: 'warning' },
};

/** The end, each attempt with its reason, the events, the counters. */
export function dispatchLines(result: DispatchResult, width: number | null): readonly Line[] {
  const { terminal, attempts, events, warnings, counters, mostAttempts } = result;
  const code = terminal.code === null ? '' : `, ${terminal.code}`;
  const most = Number.isFinite(mostAttempts) ? ` of ${mostAttempts} at most` : '';
  const out = terminal.ranOut ? '; a retry was due, and the file holds no further answer' : '';
  return [
    line(ENDS[terminal.status], `  after ${countOf(terminal.attempts, 'attempt')}${most}${code}${out}`),
    ...attempts.flatMap((attempt) => [blank, ...attemptLines(attempt, width)]),
    blank,
    ...eventLines(events, width),
    ...warnings.map(({ code: warning, message }) =>
      fact('Warning', { text: warning, style: 'warning' }, `  ${message || warningInfo(warning).title}`),
    ),
    fact('Counters', `schemaRounds ${counters.schemaRounds}, envelopesPerTurn ${counters.envelopesPerTurn}`),
  ];
}

function attemptLines(attempt: DispatchAttempt, width: number | null): readonly Line[] {
  const {
    attempt: number,
    maxTokens,
    corrective,
    stop,
    stopMeaning,
    decision,
    reason,
    envelopes,
    why,
  } = attempt;
  const budget = maxTokens === null ? '' : `  budget ${formatCount(maxTokens)}`;
  const told = corrective ? '  with a corrective fragment' : '';
  const head = line(
    strong(`Attempt ${number}`),
    dim(`${budget}${told}  stop ${stop ?? 'not told'}, ${stopMeaning}`),
  );
  const reached = envelopes.map(
    ({ status, step, code }) => `${status} at ${step}${code === null ? '' : `, ${code}`}`,
  );
  return [
    head,
    ...(reached.length === 0 ? [] : wrapLine(fact('Envelopes', reached.join('; ')), width, LABEL)),
    ...wrapLine(
      fact(
        'Decision',
        name(decision),
        reason === null ? '' : ` for ${reason}`,
        dim('  '),
        cited(attempt.clause),
      ),
      width,
      LABEL,
    ),
    ...wrapLine(fact('Why', plain(why)), width, LABEL),
    ...attempt.violations.flatMap(({ instancePath, keyword }) =>
      wrapLine(
        line('            ', name(instancePath === '' ? '(root)' : instancePath), dim(`  ${keyword}`)),
        width,
        14,
      ),
    ),
  ];
}

/** The model that is asked, the four steps with their conditions, the events. */
export function gateLines(result: ModelGateResult, width: number | null): readonly Line[] {
  const { decision, model, provider, code, missingCapabilities, nearCapabilities, steps, events } = result;
  const head: Span =
    decision === 'fail' ? { text: 'Failed', style: 'error' } : { text: 'Dispatched', style: 'ok' };
  const to = decision === 'dispatch-fallback' ? 'to the fallback ' : 'to ';
  const words = decision === 'fail' ? `  ${code ?? ''}` : `  ${to}${provider ?? ''} ${model ?? ''}`;
  return [
    line(head, words),
    ...(missingCapabilities.length === 0
      ? []
      : wrapLine(fact('Missing', missingCapabilities.join(', ')), width, LABEL)),
    ...Object.entries(nearCapabilities).flatMap(([missing, near]) =>
      wrapLine(fact('', `for ${missing}: did you mean ${near.join(' or ')}?`), width, LABEL),
    ),
    blank,
    ...steps.flatMap((step) => stepLines(step, width)),
    blank,
    ...eventLines(events, width),
  ];
}

const GATE_MARKS: Readonly<Record<GateStep['verdict'], Span>> = {
  passed: { text: '✓', style: 'ok' },
  decided: { text: '▸', style: 'strong' },
  'not-reached': { text: '·', style: 'dim' },
};

function stepLines(
  { number, step, verdict, note, conditions, clause }: GateStep,
  width: number | null,
): readonly Line[] {
  const head = line(
    GATE_MARKS[verdict],
    '  ',
    name(step.padEnd(14)),
    `${verdict.padEnd(12)}`,
    cited(`${clause}`),
    dim(`  step ${number}  `),
    note,
  );
  return [
    ...wrapLine(head, width, 5),
    ...conditions.map(({ name: condition, holds }) =>
      line(
        '     ',
        holds ? { text: 'yes', style: 'ok' } : { text: 'no ', style: 'warning' },
        `  ${condition}`,
      ),
    ),
  ];
}

/** Longest payload that is told on a line. */
const MAX_PAYLOAD = 400;

function eventLines(events: readonly SimulatedEvent[], width: number | null): readonly Line[] {
  if (events.length === 0) return [fact('Recorded', 'no event')];
  return [
    line(dim('Recorded')),
    ...events.flatMap(({ type, payload }) => {
      const text = JSON.stringify(payload);
      const shown = text.length > MAX_PAYLOAD ? `${text.slice(0, MAX_PAYLOAD)}…` : text;
      return wrapLine(line('  ', name(type), dim('  '), plain(shown)), width, 6);
    }),
  ];
}
