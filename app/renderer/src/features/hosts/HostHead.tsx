import { capital, countOf } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, Dialog, DialogActions, layout, useLasting } from '@openwop-inspector/ui';
import { useId, useState } from 'react';
import { Failure, useAttempt } from '../../shared/Failure.tsx';
import { CheckBox, Form } from '../../shared/Form.tsx';
import { HostErrorDetails } from './Doctor.tsx';
import { useHostChanges } from './host-queries.ts';
import { attach, cancelAttach, changeHostWork, setRunId, useHostWork } from './hosts-store.ts';

/** Maximum length of a host's name. */
const LONGEST = 80;

/** `nothing` again after one of the others: the button that comes back then takes the focus. */
type Doing = 'nothing' | 'renaming' | 'removing';

/** Container: the name of the host; renaming and removing it. */
export function HostHead({ host }: { readonly host: SavedHost }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const { failure, attempt } = useAttempt();
  const changes = useHostChanges();
  const stop = () => setDoing('nothing');
  const carryOut = (change: Promise<unknown>) => {
    stop();
    void attempt(() => change);
  };
  const rename = (name: string) => carryOut(changes.save(host.baseUrl, name));
  const remove = () => carryOut(changes.remove(host.hostId));
  return (
    <header className={layout('stack fixed breaks ruled chrome gap2 pad8x16')}>
      {doing === 'renaming' ? (
        <RenameForm name={host.name} onName={rename} onCancel={stop} />
      ) : (
        <div className={layout('row wrap gap2x8')}>
          <VisibleText as="h2" className={layout('narrow title grow160')} text={host.name} />
          <Button small look="quiet" autoFocus={doing !== null} onPress={() => setDoing('renaming')}>
            Rename
          </Button>
          <Button small look="quiet" onPress={() => setDoing('removing')}>
            Remove…
          </Button>
        </div>
      )}
      <VisibleText as="code" className={layout.second} text={host.baseUrl} />
      {failure === null ? null : <Failure message={failure} />}
      {doing === 'removing' ? <RemoveHostDialog host={host} onRemove={remove} onCancel={stop} /> : null}
    </header>
  );
}

interface RemoveHostDialogProps {
  readonly host: SavedHost;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
}

/** Confirmation before a host, its token and its recent runs are deleted. */
function RemoveHostDialog({ host, onRemove, onCancel }: RemoveHostDialogProps) {
  const title = <VisibleText text={`Remove ${host.name}?`} />;
  return (
    <Dialog title={title} kind="question" isAlert onClose={onCancel}>
      <p>
        <VisibleText as="code" text={host.baseUrl} />
      </p>
      <p className={layout.words}>{forgotten(host)} Captures that are open stay open.</p>
      <DialogActions>
        <Button onPress={onCancel} autoFocus>
          Cancel
        </Button>
        <Button look="primary" onPress={onRemove}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What goes with a host: its token and its recent runs. */
function forgotten({ token, recentRuns }: SavedHost): string {
  const ofToken = token.store === 'environment' ? 'the name of its variable' : 'its token';
  const what = [
    token.store === 'none' ? '' : ofToken,
    recentRuns.length === 0 ? '' : `the list of ${countOf(recentRuns.length, 'recent run')}`,
  ].filter((part) => part !== '');
  if (what.length === 0) return 'Only its name and address are forgotten.';
  return `${capital(what.join(' and '))} ${what.length > 1 ? 'are' : 'is'} forgotten.`;
}

interface RenameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** View: another name for a host. */
function RenameForm({ name, onName, onCancel }: RenameFormProps) {
  const [text, setText] = useState(name);
  const isNamed = text.trim() !== '';
  const submit = () => {
    if (isNamed) onName(text.trim());
  };
  return (
    <Form className={layout('flex gap6')} onSubmit={submit}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        className={layout.input}
        aria-label="Name of this host"
        value={text}
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button onPress={submit} isDisabled={!isNamed}>
        Save name
      </Button>
      <Button look="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </Form>
  );
}

/** Names a run and attaches to it. A refusal is displayed below the button. */
export function RunForm({ host: { hostId, name } }: { readonly host: SavedHost }) {
  const { runId, a2uiDelta, attachment } = useHostWork(hostId);
  const id = useId();
  const isAsking = attachment?.kind === 'asking';
  const isLasting = useLasting(isAsking);
  const setDeltas = (isOn: boolean) => changeHostWork(hostId, { a2uiDelta: isOn });
  const mayAttach = runId.trim() !== '' && !isAsking;
  const submit = () => {
    if (mayAttach) void attach(hostId, runId.trim());
  };
  return (
    <section className={layout('stack fixed ruled gap8 pad12x16')} aria-label="Run">
      <h3>Run</h3>
      <Form className={layout('stack gap5')} onSubmit={submit}>
        <label htmlFor={id}>runId</label>
        <div className={layout('rowTop gap8')}>
          <input
            id={id}
            className={layout.input}
            value={runId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setRunId(hostId, event.target.value)}
          />
          <Button
            look="primary"
            icon="live"
            onPress={submit}
            isDisabled={runId.trim() === ''}
            {...(isAsking ? {} : { label: `Attach to this run of ${displayText(name)}` })}
          >
            {isAsking ? 'Attaching' : 'Attach'}
          </Button>
          {isLasting ? <Button onPress={() => cancelAttach(hostId)}>Cancel</Button> : null}
        </div>
        <CheckBox className={layout('second wrap')} isOn={a2uiDelta} onChange={setDeltas}>
          Ask for changes of surfaces as deltas <code>a2uiDelta=1</code>
        </CheckBox>
      </Form>
      {attachment?.kind === 'failed' ? (
        <>
          <Failure message={attachment.message} />
          {attachment.error === null ? null : <HostErrorDetails error={attachment.error} />}
        </>
      ) : null}
    </section>
  );
}
