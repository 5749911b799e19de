import { countOf } from '@openwop-inspector/base';
import type { SavedHost } from '@openwop-inspector/main/contract';
import { VisibleText } from '@openwop-inspector/renderers';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './Dialog.module.css';

export interface RemoveHostDialogProps {
  readonly host: SavedHost;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
}

/** Asks before a host, its token and its recent runs are forgotten. */
export function RemoveHostDialog({ host, onRemove, onCancel }: RemoveHostDialogProps) {
  return (
    <ModalOverlay
      className={classNames(styles.veil)}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onCancel();
      }}
    >
      <Modal className={classNames(styles.sheet)}>
        <Dialog className={classNames(styles.dialog)} role="alertdialog">
          <Heading slot="title" className={styles.title ?? ''}>
            Remove <VisibleText text={host.name} />?
          </Heading>
          <p>
            <code>
              <VisibleText text={host.baseUrl} />
            </code>
          </p>
          <p className={styles.words}>{forgotten(host)} Captures that are open stay open.</p>
          <div className={styles.actions}>
            <Button onPress={onCancel} autoFocus>
              Cancel
            </Button>
            <Button look="primary" onPress={onRemove}>
              Remove
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
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
