import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import { layout } from './layout.ts';
import styles from './Tabs.module.css';

export interface SegmentedChoice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly icon?: IconName;
  /** Quiet number after the word. */
  readonly count?: string;
  /** One line about the choice, as a tooltip. */
  readonly title?: string;
}

export interface SegmentedProps<Value extends string> {
  /** Names the group for assistive technology. */
  readonly label: string;
  readonly choices: readonly SegmentedChoice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few choices, all visible. A radio group: one Tab stop, arrows move and choose. */
export function Segmented<Value extends string>({ label, choices, value, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleButtonGroup
      className={layout('flex fixed boxed ground', styles.group)}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = choices.find((choice) => keys.has(choice.value));
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <ToggleButton
          key={choice.value}
          id={choice.value}
          className={layout('row nowrap rests gap6 noOutline focusRing', styles.choice)}
        >
          {choice.icon === undefined ? null : <Icon name={choice.icon} />}
          {choice.title === undefined ? choice.label : <span title={choice.title}>{choice.label}</span>}
          {choice.count === undefined ? null : <span className={styles.count}>{choice.count}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
