import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, layout, MenuButton } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import type { SimulatorName } from '../../model/simulator.ts';
import styles from './Bench.module.css';

export type SimulatorCopy = 'command' | 'json' | 'answer' | 'save';

export interface SimulatorHeaderProps {
  readonly name: SimulatorName;
  readonly from: string;
  readonly isEdited: boolean;
  /** True when the text is not the one that was played. */
  readonly hasChanged: boolean;
  /** True when the document of an attached host can be taken. */
  readonly isLive: boolean;
  readonly onLive: () => void;
  readonly onOpen: () => void;
  readonly onRun: () => void;
  readonly onLeave: () => void;
  readonly leaveWords: string;
  readonly onCopy: (form: SimulatorCopy) => void;
}

const TITLES = {
  turn: {
    title: 'Model turn',
    icon: 'retry',
    what: 'Answers of a model, how a host dispatches, and the node',
  },
  gate: { title: 'Gate', icon: 'model', what: 'What a node requires, the models, and what a host declares' },
  discovery: { title: 'Discovery', icon: 'search', what: 'What a host declares of itself' },
} as const;

const COPIES: readonly { readonly id: SimulatorCopy; readonly title: string }[] = [
  { id: 'command', title: 'Copy as command line' },
  { id: 'json', title: 'Copy the document as JSON' },
  { id: 'answer', title: 'Copy the answer as JSON' },
  { id: 'save', title: 'Save the document' },
];

/** View: what is played, from where, and what can be done with it. */
export function SimulatorHeader(props: SimulatorHeaderProps) {
  const { title, icon, what } = TITLES[props.name];
  return (
    <header className={classNames(layout.bar, layout.wrap, styles.header)} data-region="bench">
      <h1 className={classNames(layout.row, layout.fixed, layout.title, layout.gap8)}>
        <Icon name={icon} size={18} /> {title}
      </h1>
      <p className={classNames(layout.words, layout.narrow, layout.breaks, styles.from)}>
        {what}, <VisibleText text={props.from} />
        {props.isEdited ? ', edited' : ''}.
        {props.hasChanged ? ' The text has changed since the last run.' : ''}
      </p>
      <span className={classNames(layout.flex, layout.wrap, layout.fixed, layout.gap8)}>
        {props.isLive ? (
          <Button icon="live" onPress={props.onLive}>
            From the live host
          </Button>
        ) : null}
        <Button icon="folder" onPress={props.onOpen}>
          Open
        </Button>
        <MenuButton icon="copy" label="Copy as, or save" entries={COPIES} onAction={props.onCopy}>
          Copy as
        </MenuButton>
        <Button onPress={props.onLeave} keys={keysOf('bench-leave')}>
          {props.leaveWords}
        </Button>
        <Button look="primary" onPress={props.onRun} keys={keysOf('bench-run')}>
          Run
        </Button>
      </span>
    </header>
  );
}
