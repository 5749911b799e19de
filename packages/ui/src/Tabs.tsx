import { type ReactNode, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { classNames } from './class-names.ts';
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

/** Tabs with their panels. The bar is one Tab stop; arrows move and choose. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, end }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // A bar that is too narrow for all of them scrolls to the selected one, also when a key selected it.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-key="${value}"]`);
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <AriaTabs
      className={classNames(styles.tabs)}
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <div className={styles.bar}>
        <TabList ref={list} aria-label={label} className={classNames(styles.list)}>
          {tabs.map((tab) => (
            <Tab key={tab.value} id={tab.value} className={classNames(styles.tab)}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
        {end === undefined ? null : <div className={styles.end}>{end}</div>}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} id={tab.value} className={classNames(styles.panel)}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
