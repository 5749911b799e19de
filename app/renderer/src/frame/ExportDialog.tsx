import { countOf, formatBytes, formatCount, masker } from '@openwop-inspector/base';
import { type SaveAnswer, VisibleText } from '@openwop-inspector/renderers';
import { asksForNotes } from '@openwop-inspector/run-log';
import { Button, Dialog, DialogActions, layout, Meter, useLasting } from '@openwop-inspector/ui';
import { useEffect, useRef, useState } from 'react';
import { companionFile } from '../model/session-names.ts';
import { useFilterSelection, useWantedFilter } from '../queries/filter-selection.ts';
import { showHint } from '../state/hint-store.ts';
import { notesOf } from '../state/notes-store.ts';
import { saveBytes, saveTextAs } from '../state/save-actions.ts';
import { sessionOf, useSession, useSessionsStore } from '../state/sessions-store.ts';
import { useInfoStore } from '../state/settings-store.ts';
import { useSessionView, viewOf } from '../state/view-store.ts';
import { Failure } from '../ui/Failure.tsx';
import { CheckedFile } from '../ui/JobProgress.tsx';
import { RadioChoices, type RadioChoicesProps } from '../ui/RadioChoices.tsx';
import { askWorker } from '../worker/client.ts';
import type { ExportAnswer, ExportedForm, ExportQuestion } from '../worker/export-job.ts';
import styles from './Dialogs.module.css';

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

/** Exports the visible log, or its listed rows: what, in which form; then the file is made, scanned, saved. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession(useSessionsStore((state) => state.activeId));
  if (session === null) return null;
  return <ExportForm sessionId={session.sessionId} onClose={onClose} />;
}

function ExportForm({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const filter = useWantedFilter(sessionId);
  const [form, setForm] = useState<ExportedForm>('report');
  const [scope, setScope] = useState<ExportChoice['scope']>('sight');
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const [stage, setStage] = useState<Stage>(CHOOSING);
  const isStopped = useRef(false);
  useEffect(() => () => stopExport(sessionId), [sessionId]);
  const isBusy = stage.kind === 'running' || stage.kind === 'saving';
  const choose = (change: () => void) => {
    change();
    setStage(CHOOSING);
  };
  const make = () => {
    setStage({ kind: 'running', done: 0, total: 0 });
    const whole = form === 'otlp-json' ? 'all' : scope;
    makeExport(sessionId, { form, scope: whole, filter, allowed }, setStage).then(
      (answer) => setStage(answer.kind === 'stopped' ? CHOOSING : answer),
      failed,
    );
  };
  const failed = (reason: unknown) =>
    setStage({ kind: 'failed', reason: reason instanceof Error ? reason.message : String(reason) });
  const save = async (made: Extract<Stage, { kind: 'written' }>) => {
    isStopped.current = false;
    const total = made.content.size;
    const answer = await saveExport(sessionId, form, made.content, (done) => {
      setStage({ kind: 'saving', done, total });
      return isStopped.current;
    });
    if (answer.kind === 'problem') return failed(new Error(answer.message));
    if (answer.kind === 'cancelled') return setStage(made);
    showHint(`Saved as ${answer.name}.`);
    onClose();
  };
  const stop = () => {
    isStopped.current = true;
    stopExport(sessionId);
  };
  return (
    <Dialog title="Export" kind="question" isDismissable={!isBusy} onClose={onClose}>
      <RadioChoices
        legend="As"
        choices={FORMS}
        value={form}
        isDisabled={isBusy}
        onChange={(next) => choose(() => setForm(next))}
      />
      <ScopeChoice
        sessionId={sessionId}
        scope={form === 'otlp-json' ? 'all' : scope}
        isDisabled={isBusy || form === 'otlp-json'}
        onChange={(next) => choose(() => setScope(next))}
      />
      <div className={styles.stage} aria-live="polite">
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

interface ScopeChoiceProps {
  readonly sessionId: string;
  readonly scope: ExportChoice['scope'];
  readonly isDisabled: boolean;
  readonly onChange: (scope: ExportChoice['scope']) => void;
}

function ScopeChoice({ sessionId, scope, isDisabled, onChange }: ScopeChoiceProps) {
  const { total, of, narrows } = useFilterSelection(sessionId);
  const run = useSessionView(sessionId, (view) => view.run);
  const text = useSessionView(sessionId, (view) => view.filterText).trim();
  const session = useSession(sessionId);
  const all = session?.summary?.events ?? of;
  const isSame = run === null && !narrows;
  const sight = (
    <>
      Visible: {countOf(narrows ? total : of, 'event')}
      {run === null ? null : (
        <>
          {' '}
          of run <VisibleText text={run} />
        </>
      )}
      {text === '' ? null : (
        <>
          , filter <code>{text}</code>
        </>
      )}
    </>
  );
  return (
    <RadioChoices
      legend="Of"
      choices={[
        ...(isSame ? [] : [{ value: 'sight' as const, words: sight }]),
        { value: 'all' as const, words: `All of the log: ${countOf(all, 'event')}` },
      ]}
      value={isSame ? 'all' : scope}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
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
          What looks like a secret is masked
          {form === 'ndjson' ? ', the same one by the same mark' : ''}; the file is scanned again before it is
          saved.
        </p>
      );
    case 'running':
      return <Progress words={runningText(stage)} share={shareOf(stage)} />;
    case 'saving':
      return (
        <Progress
          words={`${formatBytes(stage.done)} of ${formatBytes(stage.total)} saved`}
          share={shareOf(stage)}
        />
      );
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
          <Leaks places={stage.places} allowed={allowed} onAllow={onAllow} />
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

function runningText({ done, total }: { readonly done: number; readonly total: number }): string {
  if (total === 0) return `Looking for secrets: ${countOf(done, 'event')} so far`;
  return `${formatCount(done)} of ${countOf(total, 'event')} written`;
}

function Progress({ words, share }: { readonly words: string; readonly share: number | null }) {
  const isLasting = useLasting(true);
  if (!isLasting) return null;
  return (
    <div
      role="progressbar"
      aria-label="Export"
      aria-valuetext={words}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    >
      <p>{words}</p>
      <Meter share={share} tone="accent" />
    </div>
  );
}

interface LeaksProps {
  readonly places: readonly string[];
  readonly allowed: readonly string[];
  readonly onAllow: (allowed: readonly string[]) => void;
}

/** Each place that the user may leave in, one by one. */
function Leaks({ places, allowed, onAllow }: LeaksProps) {
  if (places.length === 0) return null;
  return (
    <fieldset className={layout.choices}>
      <legend>May stay as it is</legend>
      {places.map((place) => (
        <label key={place}>
          <input
            type="checkbox"
            checked={allowed.includes(place)}
            onChange={({ target }) =>
              onAllow(target.checked ? [...allowed, place] : allowed.filter((one) => one !== place))
            }
          />
          <VisibleText as="code" className={layout.breaks} text={place} />
        </label>
      ))}
    </fieldset>
  );
}

/** The user's choices in the dialog. */
type ExportChoice = Pick<ExportQuestion, 'form' | 'scope' | 'filter' | 'allowed'>;

/** Makes the file, and reports progress. */
async function makeExport(
  sessionId: string,
  choice: ExportChoice,
  onPart: (part: ExportAnswer) => void,
): Promise<ExportAnswer> {
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

function stopExport(sessionId: string): void {
  askWorker('stopExport', { sessionId }).catch(() => undefined); // a worker that is gone makes nothing
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
