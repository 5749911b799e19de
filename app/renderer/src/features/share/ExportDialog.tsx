import {
  countOf,
  errorText,
  formatBytes,
  formatCount,
  formatSequence,
  masker,
} from '@openwop-inspector/base';
import { type SaveAnswer, VisibleText } from '@openwop-inspector/renderers';
import { asksForNotes } from '@openwop-inspector/run-log';
import { Button, Dialog, DialogActions, layout } from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { showHint } from '../../shared/hint-store.ts';
import { CheckedFile, Progress } from '../../shared/JobProgress.tsx';
import { CheckChoices, RadioChoices, type RadioChoicesProps } from '../../shared/RadioChoices.tsx';
import { saveBytes, saveTextAs } from '../../shared/save-actions.ts';
import { useInfoStore } from '../../shared/settings-store.ts';
import { askWorker, stopJob } from '../../worker/client.ts';
import type { ExportAnswer, ExportedForm, ExportQuestion } from '../../worker/export-job.ts';
import { quotedValue } from '../filter/filter-completion.ts';
import { useFilterSelection, useWantedFilter } from '../filter/filter-selection.ts';
import { notesOf } from '../notes/notes-store.ts';
import { companionFile } from '../sessions/session-names.ts';
import { type Session, sessionOf, useSession, useSessionsStore } from '../sessions/sessions-store.ts';
import { useChoices, viewOf } from '../sessions/view-store.ts';

const ENDINGS: Readonly<Record<ExportedForm, string>> = {
  report: 'html',
  ndjson: 'ndjson',
  parquet: 'parquet',
  'otlp-json': 'otlp.jsonl',
};

const FORMS: RadioChoicesProps<ExportedForm>['choices'] = [
  { value: 'report', words: 'Report (HTML)', about: 'read without this program; nothing in it runs' },
  { value: 'ndjson', words: 'Events (NDJSON)', about: 'an event a line, opens here again' },
  { value: 'parquet', words: 'Table (Parquet)', about: 'for DuckDB, ClickHouse and the like' },
  { value: 'otlp-json', words: 'Spans (OTLP JSON)', about: 'for a collector; of the whole log' },
];

/** What an export has come to: `failed` where the worker could not say. */
type Stage =
  | { readonly kind: 'choosing' }
  | ExportAnswer
  | { readonly kind: 'saving'; readonly done: number; readonly total: number }
  | { readonly kind: 'failed'; readonly reason: string };

const CHOOSING: Stage = { kind: 'choosing' };

interface ExportDialogProps {
  /** The form that is selected first. */
  readonly form: ExportedForm;
  readonly onClose: () => void;
}

/** Exports the visible log or a part of it: what, in which form; then the file is made, scanned, saved. */
export function ExportDialog(props: ExportDialogProps) {
  const session = useSession(useSessionsStore((state) => state.activeId));
  return session === null ? null : <ExportForm session={session} {...props} />;
}

function ExportForm({ session, form: first, onClose }: ExportDialogProps & { readonly session: Session }) {
  const { sessionId } = session;
  const scopes = useScopes(session);
  const { parts, all } = scopes;
  const [form, setForm] = useState(first);
  const [wanted, setWanted] = useState<ExportScope['value']>(() => firstOf(scopes).value);
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const isOfAll = form === 'otlp-json';
  const scope = (isOfAll ? undefined : parts.find(({ value }) => value === wanted)) ?? all;
  const part = scope.value === 'all' ? 'all' : 'sight';
  const choice: ExportChoice = { form, scope: part, filter: scope.filter, allowed };
  const { stage, isBusy, setStage, make, save, stop } = useExport(sessionId, choice, onClose);
  const choose = (change: () => void) => {
    change();
    setStage(CHOOSING);
  };
  const onOpen = useEffectEvent(() => {
    if (scope.events <= MAX_AUTOMATIC) make();
  });
  useEffect(() => onOpen(), []);
  return (
    <Dialog title="Export" kind="question" isDismissable={!isBusy} onClose={onClose}>
      <RadioChoices
        legend="As"
        choices={FORMS}
        value={form}
        isDisabled={isBusy}
        onChange={(next) => choose(() => setForm(next))}
      />
      <RadioChoices
        legend="Of"
        choices={[...parts, all]}
        value={scope.value}
        isDisabled={isBusy || isOfAll}
        onChange={(next) => choose(() => setWanted(next))}
      />
      <div className={layout('grid packed min46 max30vh scrolls gap6')} aria-live="polite">
        <StageView stage={stage} form={form} allowed={allowed} onAllow={setAllowed} />
      </div>
      <DialogActions>
        <Button onPress={isBusy ? stop : onClose}>{isBusy ? 'Stop' : 'Cancel'}</Button>
        {stage.kind === 'written' ? (
          <Button key="save" look="primary" icon="download" autoFocus onPress={() => void save(stage)}>
            Save as a file
          </Button>
        ) : (
          <Button key="make" look="primary" isDisabled={isBusy} onPress={make}>
            {stage.kind === 'leaks' && stage.places.length > 0 ? 'Export again' : 'Export'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The export of a session by a choice: made, scanned, saved. It ends with the dialog. */
function useExport(sessionId: string, choice: ExportChoice, onSaved: () => void) {
  const [stage, setStage] = useState<Stage>(CHOOSING);
  const isStopped = useRef(false);
  useEffect(() => () => stopJob('stopExport', sessionId), [sessionId]);
  const isBusy = stage.kind === 'running' || stage.kind === 'saving';
  const make = () => {
    setStage({ kind: 'running', done: 0, total: 0 });
    makeExport(sessionId, choice, setStage).then(
      (answer) => setStage(answer.kind === 'stopped' ? CHOOSING : answer),
      failed,
    );
  };
  const failed = (reason: unknown) => setStage({ kind: 'failed', reason: errorText(reason) });
  const save = async (made: Extract<Stage, { kind: 'written' }>) => {
    isStopped.current = false;
    const total = made.content.size;
    const answer = await saveExport(sessionId, choice.form, made.content, (done) => {
      setStage({ kind: 'saving', done, total });
      return isStopped.current;
    });
    if (answer.kind === 'problem') return failed(new Error(answer.message));
    if (answer.kind === 'cancelled') return setStage(made);
    showHint(`Saved as ${answer.name}.`);
    onSaved();
  };
  const stop = () => {
    isStopped.current = true;
    stopJob('stopExport', sessionId);
  };
  return { stage, isBusy, setStage, make, save, stop };
}

/** Events on either side of the failure. */
const AROUND_FAILURE = 100;

/** A part of the log; `filter` selects it, among the events of the displayed run where there is one. */
interface ExportScope {
  readonly value: 'sight' | 'failure' | 'run' | 'all';
  readonly words: ReactNode;
  readonly filter: string;
  /** Events in it, at most. */
  readonly events: number;
}

/** Maximum number of events that are written before it is requested. */
const MAX_AUTOMATIC = 20_000;

/** The part that is selected first: what the views show, else all of the log, unless that is large. */
function firstOf({ parts, all }: ReturnType<typeof useScopes>): ExportScope {
  const visible = parts.find(({ value }) => value === 'sight');
  return visible ?? (all.events > MAX_AUTOMATIC ? parts[0] : all) ?? all;
}

/** The parts of the log that can be exported, none of them twice, and all of it. */
function useScopes({ sessionId, summary }: Session) {
  const { total, of, narrows, error, failure } = useFilterSelection(sessionId);
  const filter = useWantedFilter(sessionId);
  const { run, filterText } = useChoices(sessionId, 'run', 'filterText');
  const text = filterText.trim();
  const runs = summary?.runs ?? [];
  const displayed = runs.find((one) =>
    run === null ? one.firstFailure?.ordinal === summary?.verdict.landOn : one.runId === run,
  );
  const { runId = '', events = 0, firstFailure } = displayed ?? {};
  const ofRun = runs.length > 1 && runId !== '' ? `run:${quotedValue(runId)}` : '';
  const at = firstFailure?.sequence ?? null;
  const parts: ExportScope[] = [];
  // A filter with an error, or whose search failed, selects nothing that could be exported.
  if (error === null && failure === null && (run !== null || narrows)) {
    const visible = narrows ? total : of;
    const words = (
      <>
        Visible: {countOf(visible, 'event')}
        {run === null ? null : ' of run '}
        {run === null ? null : <VisibleText text={run} />}
        {text === '' ? null : ', filter '}
        {text === '' ? null : <code>{text}</code>}
      </>
    );
    parts.push({ value: 'sight', filter, events: visible, words });
  }
  if (at !== null)
    parts.push({
      value: 'failure',
      filter: `${ofRun} seq:${Math.max(0, at - AROUND_FAILURE)}..${at + AROUND_FAILURE}`.trim(),
      events: 2 * AROUND_FAILURE + 1,
      words: `The failure ${formatSequence(at)} with ${AROUND_FAILURE} events before and after it`,
    });
  if (ofRun !== '' && (run === null || narrows)) {
    const words = (
      <>
        All of run <VisibleText text={runId} />: {countOf(events, 'event')}
      </>
    );
    parts.push({ value: 'run', filter: ofRun, events, words });
  }
  const allEvents = summary?.events ?? of;
  const words = `All of the log: ${countOf(allEvents, 'event')}`;
  const all: ExportScope = { value: 'all', filter: '', events: allEvents, words };
  return { parts, all };
}

interface StageViewProps {
  readonly stage: Stage;
  readonly form: ExportedForm;
  readonly allowed: readonly string[];
  readonly onAllow: (allowed: readonly string[]) => void;
}

/** How far it is, or what became of it. */
function StageView({ stage, form, allowed, onAllow }: StageViewProps) {
  switch (stage.kind) {
    case 'choosing':
    case 'stopped':
      return (
        <p className={layout.remark}>
          {form === 'ndjson' ? 'Secrets are replaced by numbered placeholders' : 'Secrets are masked'}; the
          file is scanned again before it is saved.
        </p>
      );
    case 'running':
    case 'saving':
      return <Progress label="Export" words={progressText(stage)} share={shareOf(stage)} />;
    case 'written':
      return (
        <CheckedFile
          holds={`${countOf(stage.rows, form === 'otlp-json' ? 'span' : 'event')}, ${formatBytes(stage.content.size)}`}
          stay={allowed.length}
          remarks={stage.remarks}
        />
      );
    case 'leaks':
      return (
        <>
          <Failure message={<VisibleText text={stage.message} />} />
          {/* Each place that the user may leave in, one by one. */}
          {stage.places.length === 0 ? null : (
            <CheckChoices
              legend="May stay as it is"
              choices={stage.places.map((place) => ({
                value: place,
                words: <VisibleText as="code" className={layout.breaks} text={place} />,
              }))}
              chosen={allowed}
              onToggle={(place, stays) =>
                onAllow(stays ? [...allowed, place] : allowed.filter((one) => one !== place))
              }
            />
          )}
        </>
      );
    case 'refused':
      return <Failure message={<VisibleText text={stage.message} />} />;
    case 'failed':
      return <Failure message={stage.reason} />;
  }
}

const shareOf = ({ done, total }: { readonly done: number; readonly total: number }): number | null =>
  total === 0 ? null : done / total;

function progressText({ kind, done, total }: Extract<Stage, { readonly done: number }>): string {
  if (kind === 'saving') return `${formatBytes(done)} of ${formatBytes(total)} saved`;
  if (total === 0) return `Looking for secrets: ${countOf(done, 'event')} so far`;
  return `${formatCount(done)} of ${countOf(total, 'event')} written`;
}

/** The user's choices in the dialog. */
type ExportChoice = Pick<ExportQuestion, 'form' | 'scope' | 'filter' | 'allowed'>;

/** Makes the file, and reports progress. */
async function makeExport(sessionId: string, choice: ExportChoice, onPart: (part: ExportAnswer) => void) {
  const isOfNotes = choice.scope === 'sight' && asksForNotes(choice.filter);
  const events = isOfNotes ? notesOf(sessionId).map(({ event }) => event) : [];
  const found = isOfNotes ? await askWorker('findAll', { sessionId, events }) : [];
  const question = {
    sessionId,
    ...choice,
    noted: found.filter((ordinal) => ordinal !== null).sort((a, b) => a - b),
    selected: viewOf(sessionId).selected,
    writtenBy: `OpenWOP Inspector ${useInfoStore.getState().version}`,
  };
  return askWorker('export', question, undefined, onPart);
}

/** Saves what was made. Must be called while a click or key is fresh. */
async function saveExport(
  sessionId: string,
  form: ExportedForm,
  content: Blob,
  onProgress: (done: number) => boolean,
): Promise<SaveAnswer> {
  const name = companionFile(sessionOf(sessionId)?.name ?? '', ENDINGS[form]);
  if (form !== 'report') return saveBytes(name, content, onProgress);
  return saveTextAs({ suggestedName: name, text: masker.text(await content.text()), kind: 'report' });
}
