import { Button, Dialog, DialogActions } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';

export interface ActionDialogProps {
  readonly title: string;
  /** Words of the one thing to do; absent where there is only something to read. */
  readonly button?: string;
  readonly onButton?: () => void;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that puts an action together, or tells what was done. It sends nothing itself. */
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
