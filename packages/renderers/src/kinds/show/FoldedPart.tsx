import { Icon, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import styles from './sheet.module.css';

interface FoldedPartProps {
  readonly title: string;
  /** Text next to the title; empty for none. */
  readonly size: string;
  readonly open: boolean;
  readonly children: ReactNode;
}

/** A part under a title that folds it. What is folded is not drawn. */
export function FoldedPart({ title, size, open, children }: FoldedPartProps) {
  const [isOpen, setOpen] = useState(open);
  return (
    <div className={styles.part}>
      <h4 className={styles.partTitle}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          <span>{title}</span>
          {size !== '' && <span className={layout.caption}>{size}</span>}
        </button>
      </h4>
      {isOpen && <div className={styles.partBody}>{children}</div>}
    </div>
  );
}
