import { Button, Dialog, DialogActions, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import styles from './Actions.module.css';

export interface ActionDialogProps {
  readonly title: string;
  /** Label of the action button; absent for a dialog that is only read. */
  readonly button?: string;
  readonly onButton?: () => void;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that composes an action, or displays its result. It sends nothing itself. */
export function ActionDialog({
  title,
  button,
  onButton,
  isDisabled = false,
  onClose,
  children,
}: ActionDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <DialogActions>
        <Button onPress={onClose}>{button === undefined ? 'Close' : 'Cancel'}</Button>
        {button === undefined || onButton === undefined ? null : (
          <Button look="primary" onPress={onButton} isDisabled={isDisabled}>
            {button}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface NotAdvertisedProps {
  /** Name of the capability. */
  readonly of: string;
  readonly advertised: 'yes' | 'no' | 'not advertised';
}

/** The host's declaration of a capability, unless it is "yes". It hides nothing (bundles-and-transport.md 5.2). */
export function NotAdvertised({ of, advertised }: NotAdvertisedProps) {
  if (advertised === 'yes') return null;
  return (
    <p className={layout('rowTop breaks gap6', styles.hint)}>
      <Icon name="note" />
      <span>
        {advertised === 'no' ? (
          <>
            The host says that it has no <code>{of}</code>. It may refuse.
          </>
        ) : (
          <>
            <code>{of}</code> is not advertised by this host. It may work all the same.
          </>
        )}
      </span>
    </p>
  );
}
