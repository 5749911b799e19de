import { Button, classNames, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { HoldButton } from './HoldButton.tsx';
import type { MaskedReveal } from './hold-to-reveal.ts';
import type { PayloadNode, PayloadSource } from './payload-source.ts';
import styles from './payload-tree.module.css';

/** What every panel below the tree is about. */
export interface PanelProps {
  readonly source: PayloadSource;
  readonly node: PayloadNode;
  /** Path of the value, as the heading. */
  readonly path: string;
  readonly onClose: () => void;
}

export interface PanelFrameProps extends Pick<PanelProps, 'path' | 'onClose'> {
  readonly label: string;
  /** Between the path and the button that closes. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** A panel below the tree; Esc closes it from anywhere inside. */
export function PanelFrame({ label, path, onClose, tools, children }: PanelFrameProps) {
  return (
    <section
      className={styles.textPanel}
      aria-label={label}
      onKeyDown={(press) => {
        if (press.key !== 'Escape') return;
        press.preventDefault();
        press.stopPropagation();
        onClose();
      }}
    >
      <div className={classNames(layout.bar, layout.wrap, layout.aside, layout.gap2x8, layout.pad4x12)}>
        <code className={styles.textPath} title={path}>
          <VisibleText text={path} />
        </code>
        {tools}
        <Button small onPress={onClose}>
          Close
        </Button>
      </div>
      {children}
    </section>
  );
}

export interface RevealButtonProps {
  readonly reveal: MaskedReveal;
  readonly node: PayloadNode;
  readonly what: 'text' | 'token';
}

/** Shows the masked value of a panel while it is held; nothing where the source does not reveal secrets. */
export function RevealButton({ reveal, node, what }: RevealButtonProps) {
  const { held, hold, release } = reveal;
  if (hold === null) return null;
  return (
    <HoldButton
      label={`Hold to reveal the ${what}`}
      words="Hold to reveal"
      held={held !== null}
      onHold={(down) => (down ? hold(what, node.pointer) : release())}
    />
  );
}
