import { countOf, formatAgo, formatBytes, formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { CapturesLeft, LeftCapture } from '@openwop-inspector/shell-contract';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import styles from './StartScreen.module.css';
import { List } from './StartScreen.tsx';

export interface LeftCapturesProps {
  readonly left: CapturesLeft;
  readonly nowMs: number;
  readonly onOpen: (captureId: string) => void;
  /** Deletes one; all with null. */
  readonly onDelete: (captureId: string | null) => void;
}

/** Captures of live sessions that ended with their shell: opened or deleted here, and nowhere else. Nothing for none. */
export function LeftCaptures({ left, nowMs, onOpen, onDelete }: LeftCapturesProps) {
  const { captures, count, totalBytes } = left;
  if (count === 0) return null;
  const words = `${countOf(count, 'capture')}, ${formatBytes(totalBytes)}`;
  return (
    <List
      title={`Live sessions that were not closed: ${words}`}
      end={<Deletion what="Delete all" of={words} onDelete={() => onDelete(null)} />}
    >
      {captures.map((capture) => (
        <LeftRow
          key={capture.captureId}
          capture={capture}
          nowMs={nowMs}
          onOpen={() => onOpen(capture.captureId)}
          onDelete={() => onDelete(capture.captureId)}
        />
      ))}
      {captures.length < count ? (
        <li className={styles.none}>{countOf(count - captures.length, 'older capture')} not listed.</li>
      ) : null}
    </List>
  );
}

interface LeftRowProps {
  readonly capture: LeftCapture;
  readonly nowMs: number;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function LeftRow({ capture, nowMs, onOpen, onDelete }: LeftRowProps) {
  const { hostName, runId, startedAtMs, endedAtMs, sizeBytes } = capture;
  const name =
    hostName === null || runId === null ? 'Capture without a readable head' : `${hostName} · ${runId}`;
  const began = startedAtMs === null ? '' : `, began ${formatLocalMoment(startedAtMs)}`;
  return (
    <li className={classNames(layout.row, layout.wrap, styles.left)}>
      <span className={styles.leftName}>
        <VisibleText text={name} />
      </span>
      <span className={layout.third}>
        {formatBytes(sizeBytes)}, written {formatAgo(endedAtMs, nowMs)}
        {began}
      </span>
      <Button small onPress={onOpen} label={`Open the capture of ${name}`}>
        Open
      </Button>
      <Deletion what="Delete" of={name} onDelete={onDelete} />
    </li>
  );
}

interface DeletionProps {
  readonly what: 'Delete' | 'Delete all';
  /** What is deleted, for the button's name. */
  readonly of: string;
  readonly onDelete: () => void;
}

/** A button that asks once more in its place, since nothing brings a capture back. */
function Deletion({ what, of, onDelete }: DeletionProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button small onPress={() => setAsking(true)} label={`${what}: ${of}`}>
        {what}
      </Button>
    );
  }
  return (
    <>
      <Button small autoFocus onPress={() => setAsking(false)} label={`Keep: ${of}`}>
        Keep
      </Button>
      <Button
        small
        look="primary"
        onPress={() => {
          setAsking(false);
          onDelete();
        }}
        label={`${what} for good: ${of}`}
      >
        {what} for good
      </Button>
    </>
  );
}
