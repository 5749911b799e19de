import { Button, Dialog, DialogActions } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';

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
