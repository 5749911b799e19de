import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './Button.tsx';
import styles from './elements.module.css';
import { layout } from './layout.ts';

export interface DialogProps {
  /** Heading of the dialog; without one give `label`, or put a `DialogTitle` into the children. */
  readonly title?: ReactNode;
  readonly label?: string;
  /** `question` and `form` ask something; `page` is to be read, and its head has the cross; `bare` is as the children say. */
  readonly kind?: 'question' | 'form' | 'page' | 'bare';
  /** True interrupts: it is announced as an alert. */
  readonly isAlert?: boolean;
  /** False disables closing by Escape and by a press outside. */
  readonly isDismissable?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Of the sheet that floats. */
  readonly className?: string | undefined;
}

/** A dialog over everything else. It traps the focus, and restores it when it closes. */
export function Dialog(props: DialogProps) {
  const { title, label, kind = 'form', isAlert = false, isDismissable = true, onClose } = props;
  const dialog = useRef<HTMLElement>(null);
  useStrayKeys(dialog);
  return (
    <ModalOverlay
      className={layout('grid scrolls', styles.veil)}
      isOpen
      isDismissable={isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={layout('raised noOutline', styles.sheet, styles[kind], props.className)}>
        <AriaDialog
          ref={dialog}
          className={layout('breaks noOutline', styles.dialog)}
          role={isAlert ? 'alertdialog' : 'dialog'}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          {title === undefined ? null : kind === 'page' ? (
            <header className={layout('row spread pad12x20x4')}>
              <DialogTitle isBig>{title}</DialogTitle>
              <IconButton icon="close" label="Close" onPress={onClose} />
            </header>
          ) : (
            <DialogTitle>{title}</DialogTitle>
          )}
          {props.children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Hands the keys that no element has to the dialog on top. The focus comes back to a dialog only a frame after the element
 * that had it was removed: a key pressed before would be lost, or would be one of the window below.
 */
function useStrayKeys(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      if (event.target !== document.body || dialog.current === null || dialog.current !== top) return;
      event.stopImmediatePropagation();
      dialog.current.focus();
      if (!dialog.current.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [dialog]);
}

/** The heading that names a dialog, for use among other elements. */
export function DialogTitle(props: { readonly isBig?: boolean; readonly children: ReactNode }) {
  return (
    <Heading slot="title" className={props.isBig ? layout.big : layout.title}>
      {props.children}
    </Heading>
  );
}

/** The buttons at the foot of a dialog, the one thing to do last. */
export function DialogActions(props: { readonly start?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={layout('row wrap gap8 padTop4')}>
      {props.start}
      <span className={layout.flexes} />
      {props.children}
    </div>
  );
}
