import { Button, classNames } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './Actions.module.css';

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
    <ModalOverlay
      className={classNames(styles.veil)}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(styles.sheet)}>
        <Dialog className={classNames(styles.dialog)}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
          <div className={styles.buttons}>
            <span className={styles.grow} />
            <Button onPress={onClose}>{button === undefined ? 'Close' : 'Cancel'}</Button>
            {button === undefined || onButton === undefined ? null : (
              <Button look="primary" onPress={onButton} isDisabled={isDisabled}>
                {button}
              </Button>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
