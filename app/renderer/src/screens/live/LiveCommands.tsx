import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { detach, reconnect, saveCapture } from '../../state/live-actions.ts';
import { type LiveCommand, useLive } from '../../state/live-store.ts';

/** Container: saving the capture, ending the connection, beginning it anew; what could not be done is shown here. */
export function LiveCommands({ sessionId }: { readonly sessionId: string }) {
  const state = useLive(sessionId, ({ status }) => status.state);
  const end = useLive(sessionId, ({ status }) => status.end);
  const command = useLive(sessionId, (entry) => entry.command);
  const isBusy = command?.state === 'busy';
  const retry = end === null ? (state === 'lost' ? 'Try now' : null) : RETRY[end];
  return (
    <>
      <SaveCapture sessionId={sessionId} isBusy={isBusy} isSaving={isBusy && command.name === 'save'} />
      {retry === null ? null : (
        <Button icon="retry" isDisabled={isBusy} onPress={() => void reconnect(sessionId)}>
          {retry}
        </Button>
      )}
      {end === null ? (
        <Button isDisabled={isBusy} onPress={() => void detach(sessionId)}>
          Detach
        </Button>
      ) : null}
      <Failure command={command} />
    </>
  );
}

/** After a run that has ended there is nothing to go back to. */
const RETRY = {
  refused: 'Try again',
  detached: 'Reconnect',
  'reader-failed': 'Reconnect',
  stopped: 'Attach again',
  'run-ended': null,
} as const;

interface SaveCaptureProps {
  readonly sessionId: string;
  readonly isBusy: boolean;
  readonly isSaving: boolean;
}

/** The button says whether all that came is saved; the name of the copy is shown with the connection. */
function SaveCapture({ sessionId, isBusy, isSaving }: SaveCaptureProps) {
  const isSaved =
    useLive(sessionId, ({ saved, sizeBytes }) => saved !== null && saved.sizeBytes >= sizeBytes) ?? false;
  return (
    <Button icon={isSaved ? 'check' : 'save'} isDisabled={isBusy} onPress={() => void saveCapture(sessionId)}>
      {isSaving ? 'Saving' : isSaved ? 'Capture saved' : 'Save capture'}
    </Button>
  );
}

/** What could not be done, and why. What became of a fetch is shown with the ledger, where it was asked. */
function Failure({ command }: { readonly command: LiveCommand | null }) {
  if (command?.state !== 'failed' || command.name === 'fetch') return null;
  return (
    <span
      className={classNames(layout.inlineRow, layout.breaks, layout.errorText, layout.gap4, layout.rowText)}
    >
      <Icon name="failed" /> <VisibleText text={command.words} />
    </span>
  );
}
