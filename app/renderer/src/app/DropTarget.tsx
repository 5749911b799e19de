import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './App.module.css';

export interface DropTargetProps {
  readonly children: ReactNode;
  readonly onDrop: (transfer: DataTransfer) => void;
  /** Says what becomes of files that are let go. */
  readonly words: string;
}

/** The whole window takes files; while some hang over it, it says so. */
export function DropTarget({ children, onDrop, words }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0); // enter and leave fire for every element passed on the way
  const carries = (event: DragEvent) =>
    event.dataTransfer.types.includes('Files') || event.dataTransfer.types.includes('text/plain');
  const leave = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; Open does the same for all
    <div
      className={classNames(layout.column, layout.pane, layout.relative)}
      onDragEnter={(event) => {
        if (!carries(event)) return;
        depth.current += 1;
        setIsOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDragOver={(event) => {
        if (carries(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!carries(event)) return;
        event.preventDefault();
        leave();
        onDrop(event.dataTransfer);
      }}
    >
      {children}
      {isOver ? (
        <div className={styles.drop} aria-hidden="true">
          <p>
            <Icon name="download" size={18} /> {words}
          </p>
        </div>
      ) : null}
    </div>
  );
}
