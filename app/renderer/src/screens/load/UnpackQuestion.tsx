import { formatBytes, formatCount } from '@openwop-inspector/base';
import type { UnpackFacts } from '@openwop-inspector/run-log';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import styles from './Load.module.css';

export interface UnpackQuestionProps {
  readonly name: string;
  readonly facts: UnpackFacts;
  readonly onAnswer: (goOn: boolean) => void;
}

/** View: a packed file turns out far larger than it is packed; the load waits until the person has said what to do. */
export function UnpackQuestion({ name, facts, onAnswer }: UnpackQuestionProps) {
  const { unpackedBytes, packedBytes } = facts;
  const times = formatCount(Math.round(unpackedBytes / packedBytes));
  return (
    <section
      className={classNames(
        layout.grid,
        layout.fixed,
        layout.ruled,
        layout.chrome,
        layout.gap8,
        styles.question,
      )}
      role="alertdialog"
      aria-label="Go on unpacking?"
      data-region="unpack"
    >
      <p>
        <Icon name="warning" /> {name} unpacks to more than {formatBytes(unpackedBytes)}, {times} times what
        was read of it. It needs this room on disk or in memory.
      </p>
      <div className={classNames(layout.flex, layout.wrap, layout.gap6)}>
        <Button onPress={() => onAnswer(true)}>Go on</Button>
        <Button onPress={() => onAnswer(false)} autoFocus>
          Stop and show what was read
        </Button>
      </div>
    </section>
  );
}
