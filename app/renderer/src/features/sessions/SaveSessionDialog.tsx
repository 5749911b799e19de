import { countOf, errorText, formatBytes, formatLimit } from '@openwop-inspector/base';
import { MAX_EMBEDDED_LOG } from '@openwop-inspector/export';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Dialog, DialogActions, layout } from '@openwop-inspector/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { showHint } from '../../shared/hint-store.ts';
import { CheckedFile, Progress } from '../../shared/JobProgress.tsx';
import { CheckChoices, RadioChoices } from '../../shared/RadioChoices.tsx';
import { saveBytes } from '../../shared/save-actions.ts';
import { stopJob } from '../../worker/client.ts';
import type { SessionTextAnswer } from '../../worker/export-job.ts';
import {
  makeSessionFile,
  type SessionContents,
  type SessionMaterial,
  type SessionPart,
  sessionMaterial,
} from './session-file.ts';
import { companionFile } from './session-names.ts';
import { type Session, useSession, useSessionsStore } from './sessions-store.ts';

/** Saves the visible log with the user's work on it, as one file. */
export function SaveSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession(useSessionsStore((state) => state.activeId));
  const [material, setMaterial] = useState<SessionMaterial | null>(null);
  const sessionId = session?.sessionId ?? null;
  useEffect(() => {
    // A worker that is gone says so in the window itself.
    if (sessionId !== null) sessionMaterial(sessionId).then(setMaterial, onClose);
  }, [sessionId, onClose]);
  if (session === null) return null;
  return (
    <Dialog title="Save the session" kind="question" onClose={onClose}>
      {material === null ? null : <SessionForm session={session} material={material} onClose={onClose} />}
    </Dialog>
  );
}

interface SessionFormProps {
  readonly session: Session;
  readonly material: SessionMaterial;
  readonly onClose: () => void;
}

function SessionForm({ session, material, onClose }: SessionFormProps) {
  const { sessionId, name, summary } = session;
  const sizeBytes = summary?.sizeBytes ?? 0;
  const isTooLarge = sizeBytes > MAX_EMBEDDED_LOG;
  const [leftOut, setLeftOut] = useState<readonly SessionPart[]>([]);
  const [holdsLog, setHoldsLog] = useState(!isTooLarge);
  const { data: made, error } = useMadeFile(session, { material, leftOut, holdsLog });
  const [problem, setProblem] = useState<string | null>(null);
  const failure = problem ?? (error === null ? null : errorText(error));
  const save = async () => {
    if (made?.kind !== 'written') return;
    const answer = await saveBytes(companionFile(name, 'owopsession'), made.content);
    if (answer.kind === 'problem') return setProblem(answer.message);
    if (answer.kind === 'cancelled') return;
    showHint(`Saved as ${answer.name}.`);
    onClose();
  };
  return (
    <>
      <p className={layout.words}>
        One file that opens at this place: for a colleague, or for later. Secrets are replaced by numbered
        placeholders.
      </p>
      <LogChoice session={session} holdsLog={holdsLog} isTooLarge={isTooLarge} onChange={setHoldsLog} />
      <MaterialChoice material={material} leftOut={leftOut} onChange={setLeftOut} />
      <div className={layout('grid packed min46 max30vh scrolls gap6')} aria-live="polite">
        {failure === null ? <MadeState made={made} /> : <Failure message={failure} />}
      </div>
      <DialogActions>
        <Button
          onPress={() => {
            stopJob('stopSessionText', sessionId);
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button look="primary" isDisabled={made?.kind !== 'written'} onPress={() => void save()}>
          Save the session
        </Button>
      </DialogActions>
    </>
  );
}

/** The file, made again whenever its contents change; no data until the first message of the worker. */
const useMadeFile = (session: Session, contents: SessionContents) =>
  useQuery({
    // The session is saved as it was when this was requested: a live one continues.
    queryKey: ['session-file', session.sessionId, contents.leftOut, contents.holdsLog],
    queryFn: ({ signal, client, queryKey }) =>
      makeSessionFile(session, contents, signal, (part) => client.setQueryData(queryKey, part)),
    gcTime: 0,
  });

interface LogChoiceProps {
  readonly session: Session;
  readonly holdsLog: boolean;
  readonly isTooLarge: boolean;
  readonly onChange: (holdsLog: boolean) => void;
}

/** Whether the log is in the file, or only linked to. */
function LogChoice({ session: { name, summary }, holdsLog, isTooLarge, onChange }: LogChoiceProps) {
  return (
    <RadioChoices
      legend={
        <>
          The log: <VisibleText text={name} />, {countOf(summary?.events ?? 0, 'event')},{' '}
          {formatBytes(summary?.sizeBytes ?? 0)}
        </>
      }
      choices={[
        { value: 'included', words: 'Include the log', isDisabled: isTooLarge },
        { value: 'named', words: 'Link to the log; the recipient chooses the file' },
      ]}
      value={holdsLog ? 'included' : 'named'}
      onChange={(value) => onChange(value === 'included')}
      why={
        isTooLarge
          ? `A log of more than ${formatLimit(MAX_EMBEDDED_LOG)} cannot be included. Export the events that matter, and save the session of that file.`
          : null
      }
    />
  );
}

interface MaterialChoiceProps {
  readonly material: SessionMaterial;
  readonly leftOut: readonly SessionPart[];
  readonly onChange: (leftOut: readonly SessionPart[]) => void;
}

/** What of the user's work goes with it. */
function MaterialChoice({ material, leftOut, onChange }: MaterialChoiceProps) {
  const { notes, filters, colours, rules, trial } = material;
  const choices = [
    notes.length > 0 && (['notes', `${countOf(notes.length, 'note')} of this log`] as const),
    filters.length > 0 && (['filters', `All ${countOf(filters.length, 'saved filter')}`] as const),
    colours.length > 0 && (['colours', `All ${countOf(colours.length, 'colouring rule')}`] as const),
    rules !== '' && (['rules', 'The rules of the comparison'] as const),
    trial !== null && (['trial', 'The envelope in the acceptor, with its context'] as const),
  ].filter((choice) => choice !== false);
  return (
    <CheckChoices
      legend="With it"
      choices={choices.map(([value, words]) => ({ value, words }))}
      chosen={choices.map(([part]) => part).filter((part) => !leftOut.includes(part))}
      onToggle={(part, isChosen) =>
        onChange(isChosen ? leftOut.filter((one) => one !== part) : [...leftOut, part])
      }
    >
      <small>The view, the filter, the run and the selected event are always included.</small>
    </CheckChoices>
  );
}

/** How far the file is, or what became of it. */
function MadeState({ made }: { readonly made: SessionTextAnswer | undefined }) {
  if (made === undefined || made.kind === 'stopped' || made.kind === 'running') {
    const share = made?.kind === 'running' && made.total > 0 ? made.done / made.total : null;
    return <Progress label="Session file" words="Looking for secrets…" share={share} />;
  }
  switch (made.kind) {
    case 'written':
      return <CheckedFile holds={formatBytes(made.content.size)} remarks={made.remarks} />;
    case 'leaks':
      return (
        <Failure
          message={
            <>
              It is not saved: what looks like a secret would be left in it, at{' '}
              <VisibleText text={made.places.slice(0, 3).join(', ')} />
              {made.places.length > 3 ? ` and ${made.places.length - 3} more places` : ''}. Save it with the
              name of the log alone.
            </>
          }
        />
      );
    case 'too-large':
      return <Failure message="The log is too large to include in the file." />;
    case 'unreadable':
      return <Failure message={made.message} />;
  }
}
