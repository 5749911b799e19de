import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, Dialog, DialogActions, layout } from '@openwop-inspector/ui';

export interface RemoveHostDialogProps {
  readonly host: SavedHost;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
}

/** Asks before a host, its token and its recent runs are forgotten. */
export function RemoveHostDialog({ host, onRemove, onCancel }: RemoveHostDialogProps) {
  return (
    <Dialog
      title={
        <>
          Remove <VisibleText text={host.name} />?
        </>
      }
      kind="question"
      isAlert
      onClose={onCancel}
    >
      <p>
        <code>
          <VisibleText text={host.baseUrl} />
        </code>
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

function forgotten({ token, recentRuns }: SavedHost): string {
  const what = [
    ...(token.kept === 'none'
      ? []
      : [token.kept === 'environment' ? 'The name of its variable' : 'Its token']),
    ...(recentRuns.length === 0 ? [] : [`the list of ${countOf(recentRuns.length, 'recent run')}`]),
  ];
  if (what.length === 0) return 'Only its name and address are forgotten.';
  const [first = '', ...rest] = what;
  const words = [first.slice(0, 1).toUpperCase() + first.slice(1), ...rest].join(' and ');
  return `${words} ${what.length > 1 ? 'are' : 'is'} forgotten.`;
}
