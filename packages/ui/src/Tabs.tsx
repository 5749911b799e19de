import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  Tabs as AriaTabs,
  Tab,
  TabList,
  TabPanel,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import { Icon } from './elements.tsx';
import type { IconName } from './icon-paths.ts';
import { layout } from './layout.ts';
import { MenuButton, type MenuEntry } from './MenuButton.tsx';
import styles from './Tabs.module.css';

export interface TabSpec<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Drawn only while the tab is chosen. */
  readonly panel: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly TabSpec<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Right end of the tab bar: "#1282", "1 of 23". */
  readonly end?: ReactNode;
}

/** Tabs with their panels. The bar is one Tab stop; arrows move and choose. Tabs without room are in a menu next to it. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, end }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // A bar that is too narrow for all of them scrolls to the selected one, also when a key selected it.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-key="${value}"]`);
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const hidden = useHiddenTabs(list);
  const choose = (key: unknown): void => {
    const chosen = tabs.find((tab) => tab.value === key);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <AriaTabs className={layout('column pane narrow')} selectedKey={value} onSelectionChange={choose}>
      <div className={layout('flex fixed crops ruled chrome barHigh pad0x12x0x8')}>
        <TabList ref={list} aria-label={label} className={layout('flex narrow gap4 slides')}>
          {tabs.map((tab) => (
            <Tab
              key={tab.value}
              id={tab.value}
              className={layout(
                'row nowrap rests gap6 pad0x8 noOutline focusInside',
                styles.tab,
                hidden.some(({ id }) => id === tab.value) && styles.cut,
              )}
            >
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {hidden.length === 0 ? null : (
          <div className={layout('fixed selfCentred')}>
            <MenuButton
              label={hidden.length === 1 ? '1 more tab' : `${hidden.length} more tabs`}
              entries={hidden}
              onAction={choose}
            >
              {hidden.length} more
            </MenuButton>
          </div>
        )}
        {end === undefined ? null : (
          <div className={layout('row nowrap code second gap8 toEnd padStart8')}>{end}</div>
        )}
      </div>
      {tabs.map((tab) => (
        <TabPanel
          key={tab.value}
          id={tab.value}
          className={layout('fill narrow scrolls noOutline focusInside')}
        >
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** The tabs that the bar has no room for, in their order; follows its size, its content and its scrolling. */
function useHiddenTabs(list: RefObject<HTMLDivElement | null>): readonly MenuEntry<string>[] {
  const [hidden, setHidden] = useState<readonly MenuEntry<string>[]>([]);
  useEffect(() => {
    const bar = list.current;
    if (bar === null || typeof ResizeObserver === 'undefined') return;
    const update = (): void => {
      const { left, right } = bar.getBoundingClientRect();
      const now = [...bar.querySelectorAll<HTMLElement>('[data-key]')].flatMap((tab) => {
        const place = tab.getBoundingClientRect();
        const isWhole = place.left >= left - 1 && place.right <= right + 1;
        return isWhole ? [] : [{ id: tab.dataset.key ?? '', title: tab.textContent }];
      });
      setHidden((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    const observer = new ResizeObserver(update);
    observer.observe(bar);
    for (const tab of bar.children) observer.observe(tab);
    bar.addEventListener('scroll', update);
    return () => {
      observer.disconnect();
      bar.removeEventListener('scroll', update);
    };
  });
  return hidden;
}

interface SegmentedChoice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly icon?: IconName;
  /** Quiet number after the word. */
  readonly count?: string;
  /** One line about the choice, as a tooltip. */
  readonly title?: string;
}

interface SegmentedProps<Value extends string> {
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
      className={layout('flex fixed boxed ground control')}
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
