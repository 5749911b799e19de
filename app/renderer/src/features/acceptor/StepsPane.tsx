import {
  type AcceptResult,
  type OutcomeDetail,
  type StepChange,
  type StepId,
  type StepTrace,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatStepTook } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  IconButton,
  Kbd,
  layout,
  listMoveInText,
  scrollIntoPane,
  stepOf,
  tones,
} from '@openwop-inspector/ui';
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { type ListController, useListController } from '../sessions/list-controller.ts';
import styles from './Acceptor.module.css';
import { BenchPaneFrame } from './BenchPaneFrame.tsx';
import { changeBench, goToDeciding, moveStep, runToEnd, walk } from './bench-store.ts';
import { shortJson, stepTitle, traceInText, verdictForm, violationBase } from './outcome-text.ts';

export interface StepsPaneProps {
  readonly benchId: string;
  readonly result: AcceptResult | null;
  /** The opened step. */
  readonly step: StepId | null;
  /** Each increment focuses the open step. */
  readonly reveals: number;
  /** Number of rows walked through; null for all. */
  readonly walked: number | null;
}

const WAYS = [
  { way: 'back', icon: 'arrowUp', by: -1 },
  { way: 'forward', icon: 'arrowDown', by: 1 },
] as const;

/** View: the pipeline from top to bottom. Steps that never ran are listed under a divider, dashed, as hypothetical. */
export function StepsPane(props: StepsPaneProps) {
  const { benchId, result, walked } = props;
  const trace = result?.trace ?? [];
  return (
    <BenchPaneFrame
      title="Steps"
      region="steps"
      said={<span>{walked === null ? traceInText(trace) : `stopped after ${walked} of them`}</span>}
      tools={
        <>
          {WAYS.map(({ way, icon, by }) => (
            <IconButton
              key={way}
              small
              icon={icon}
              label={`Step ${way} ( ${keysOf(`bench-step-${way}`).join(' ')} )`}
              onPress={() => walk(benchId, by)}
            />
          ))}
          {walked === null ? null : (
            <Button small onPress={() => runToEnd(benchId)}>
              Run to the end
            </Button>
          )}
          <Button small icon="decided" onPress={() => goToDeciding(benchId)} keys={keysOf('bench-deciding')}>
            Deciding step
          </Button>
        </>
      }
    >
      {result === null ? (
        <EmptyState title="Nothing has run yet" />
      ) : trace.length === 0 ? (
        <EmptyState title="No step ran on this envelope">
          <Clause clause="An envelope before it stopped the turn (acceptor 2)." />
        </EmptyState>
      ) : (
        <StepList {...props} result={result} />
      )}
      <Legend />
    </BenchPaneFrame>
  );
}

interface StepListProps extends StepsPaneProps {
  readonly result: AcceptResult;
}

function StepList(props: StepListProps) {
  const { benchId, step, walked } = props;
  const { trace } = props.result;
  const list = useRef<HTMLOListElement>(null);
  const isKnown = trace.some((row) => row.step === step);
  const firstLater = trace.findIndex(({ hypothetical }) => hypothetical);
  useStepFocus(list, props);
  const onKeyDown = (press: KeyboardEvent) => {
    const by = stepOf(listMoveInText(press.key));
    if (by === 0) return;
    press.preventDefault();
    moveStep(benchId, by);
  };
  return (
    <div className={layout('fill scrolls')}>
      <ol className={layout('relative padY4')} aria-label="Accept pipeline" ref={list} onKeyDown={onKeyDown}>
        {trace.map((row, at) => (
          <Fragment key={row.step}>
            {at === firstLater && walked === null ? (
              <li className={layout('row aside gap8 relative min26', styles.divider)}>
                Never run. What each would have said:
              </li>
            ) : null}
            <StepRow
              row={row}
              isOpen={row.step === step}
              isStop={isKnown ? row.step === step : at === 0}
              isReached={walked === null || at < walked}
              onToggle={() => changeBench(benchId, { step: row.step === step ? null : row.step })}
            />
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

/** Keys from outside the list, and the focus of the open step. */
function useStepFocus(list: RefObject<HTMLElement | null>, props: StepListProps): void {
  const { benchId, step, reveals, result } = props;
  const { trace } = result;
  const isRevealing = useRef(false);
  const arrived = useRef(reveals);
  const controller = useMemo<ListController>(
    () => ({
      move: (to) => {
        isRevealing.current = true;
        if (to === 'next' || to === 'previous') moveStep(benchId, to === 'next' ? 1 : -1);
        else changeBench(benchId, { step: (to === 'first' ? trace[0] : trace.at(-1))?.step ?? null });
      },
      focus: () => rowOf(list.current, null)?.focus(),
    }),
    [list, trace, benchId],
  );
  useListController(controller);
  useEffect(() => {
    const isCalled = isRevealing.current || arrived.current !== reveals;
    isRevealing.current = false;
    arrived.current = reveals;
    const row = step === null || trace.length === 0 ? null : rowOf(list.current, step);
    if (row === null) return;
    scrollIntoPane(row.closest('li') ?? row);
    const here = document.activeElement;
    // The bench has just replaced the focused element, or a key moved here from elsewhere.
    if (here === document.body || isCalled || list.current?.contains(here))
      row.focus({ preventScroll: !isCalled });
  }, [list, step, reveals, trace]);
}

function rowOf(list: HTMLElement | null, step: StepId | null): HTMLElement | null {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  return rows.find((row) => (step === null ? row.tabIndex === 0 : row.dataset.step === step)) ?? null;
}

const LEGEND = [
  ['ok', 'ok', 'passed'],
  ['decided', 'error', 'decided here'],
  ['stop', 'warn', 'stopped'],
  ['wouldPass', 'normal', 'hypothetical'],
] as const;

function Legend() {
  return (
    <footer className={layout('row aside wrap fixed topRuled min30 ground gap2x12 pad4x12')}>
      {LEGEND.map(([icon, tone, words]) => (
        <span key={icon} className={layout('inlineRow gap5', tones[tone])}>
          <Icon name={icon} size={12} /> {words}
        </span>
      ))}
      <span className={layout('inlineRow toEnd gap5')} aria-hidden="true">
        <Kbd keys={[...keysOf('next'), ...keysOf('previous')]} /> open{' '}
        <Kbd keys={[...keysOf('bench-step-back'), ...keysOf('bench-step-forward')]} /> step
      </span>
    </footer>
  );
}

interface StepRowProps {
  readonly row: StepTrace;
  readonly isOpen: boolean;
  /** True for the one row in the tab order. */
  readonly isStop: boolean;
  /** False while stepping has not reached it. */
  readonly isReached: boolean;
  readonly onToggle: () => void;
}

const NOT_RUN = { icon: 'unknown', word: 'Not yet run', tone: 'normal' } as const;

/** View: one step in a line, and below it, when opened, its input and reasons. */
function StepRow({ row, isOpen, isStop, isReached, onToggle }: StepRowProps) {
  const { icon, word, tone } = isReached ? verdictForm(row) : NOT_RUN;
  const note = isReached ? row.note : '';
  const decided = row.verdict === 'decided' && !row.hypothetical && isReached;
  const refused = decided && row.code !== null;
  const stopped = row.verdict === 'stopped' && !row.hypothetical && isReached;
  const weight = row.hypothetical ? layout.second : layout.bold;
  const verdictClass = classNames(weight, tones[tone]);
  const detailId = `step-detail-${row.step}`;
  return (
    <li
      className={layout(
        'relative',
        styles.step,
        row.hypothetical && styles.later,
        refused && layout('errorTint', styles.refused),
        stopped && layout('warnTint', styles.stopped),
        decided && !refused && styles.accepted,
        isOpen && isReached && layout('chrome', styles.open),
        !isReached && styles.unrun,
      )}
    >
      <button
        type="button"
        className={layout('grid wide min30 startText rests bare noOutline focusInside', styles.stepRow)}
        data-step={row.step}
        aria-expanded={isOpen && isReached}
        aria-controls={isOpen && isReached ? detailId : undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={onToggle}
      >
        <span className={layout('endText third code', styles.number)}>{stepInfo(row.step).number}</span>
        <span className={layout('centred relative above ground', styles.glyph, tones[tone])}>
          <Icon name={icon} />
        </span>
        <span className={classNames(styles.name, weight)}>{stepTitle(row.step)}</span>
        <VisibleText as="span" className={layout('clip second', styles.words)} text={note} />
        <span className={layout('nowrap meta', styles.verdict, verdictClass)}>{word}</span>
      </button>
      {isOpen && isReached ? <StepDetail id={detailId} row={row} /> : null}
    </li>
  );
}

/** Maximum number of displayed violations; the rest is counted. */
const MAX_DISPLAYED_DETAILS = 20;

/** View: an opened step: its finding, the rule and its clause, its input, its changes. */
function StepDetail({ id, row }: { readonly id: string; readonly row: StepTrace }) {
  const { details, changes, inputs, note, code } = row;
  const hidden = details.length - MAX_DISPLAYED_DETAILS;
  return (
    <div id={id} className={layout('grid breaks second gap6', styles.detail)}>
      {details.length > 0 ? (
        <ul className={layout('grid gap4')} aria-label="Violations">
          {details.slice(0, MAX_DISPLAYED_DETAILS).map((detail) => (
            <Violation
              key={`${detail.instancePath} ${detail.schemaPath} ${detail.message ?? ''}`}
              detail={detail}
              pointer={`${violationBase(row.step)}${detail.instancePath}`}
            />
          ))}
          {hidden > 0 ? <li>and {countOf(hidden, 'more violation')}</li> : null}
        </ul>
      ) : note === '' ? null : (
        <p>
          <VisibleText text={note} /> {code === null ? null : <code>{code}</code>}
        </p>
      )}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      <p>{stepInfo(row.step).rule}</p>
      <p className={layout.caption}>
        <Clause clause={row.clause} />
        {inputs.length === 0 ? null : (
          <>
            {' · inspected '}
            {inputs.map((input, at) => (
              <span key={input}>
                {at === 0 ? '' : ', '}
                <VisibleText as="code" text={input === '' ? 'the whole envelope' : input} />
              </span>
            ))}
          </>
        )}
        {row.micros > 0 && !row.hypothetical ? ` · ${formatStepTook(row.micros)}` : ''}
      </p>
    </div>
  );
}

function Violation({ detail, pointer }: { readonly detail: OutcomeDetail; readonly pointer: string }) {
  const { value, schemaPath } = detail;
  return (
    <li>
      <VisibleText as="code" text={pointer === '' ? 'the envelope' : pointer} />{' '}
      <VisibleText text={detail.message ?? detail.keyword} />
      <span className={layout('block third code marginTop4')}>
        {value === undefined ? null : <VisibleText text={`${value} · `} />}
        schema <VisibleText text={schemaPath} />
      </span>
    </li>
  );
}

function Changes({ changes }: { readonly changes: readonly StepChange[] }) {
  const lines = changes.flatMap(({ op, path, before, after }) => [
    ...(op === 'add' ? [] : [{ op: 'remove', path, value: before }]),
    ...(op === 'remove' ? [] : [{ op: 'add', path, value: after }]),
  ]);
  return (
    <ul className={layout.patch} aria-label="What the step changed">
      {lines.map(({ op, path, value }) => (
        <li key={`${op} ${path}`} data-op={op}>
          <VisibleText text={`${path} ${shortJson(value)}`} />
        </li>
      ))}
    </ul>
  );
}
