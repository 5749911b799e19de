import type { Settings } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, IconButton, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { commandKeys } from '../commands/key-caps.ts';
import styles from './TitleBar.module.css';

export interface TitleBarProps {
  readonly tabs: ReactNode;
  readonly settings: Settings;
  readonly onOpen: () => void;
  readonly onPalette: () => void;
  readonly onKeys: () => void;
  readonly onTheme: () => void;
  readonly onDensity: () => void;
}

/** The top of the window: sessions, and what concerns all of them. */
export function TitleBar({ tabs, settings, onOpen, onPalette, onKeys, onTheme, onDensity }: TitleBarProps) {
  const themeIcon = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;
  return (
    <header className={classNames(layout.bar, layout.chrome, layout.gap4, styles.bar)} data-region="sessions">
      <span className={classNames(layout.row, layout.fixed, layout.bold, layout.gap8, styles.brand)}>
        <Icon name="brand" size={16} />
        <span>Inspector</span>
      </span>
      {tabs}
      <IconButton icon="plus" label="Open another source" onPress={onOpen} />
      <span className={classNames(layout.row, layout.fixed, layout.toEnd, layout.gap4)}>
        <Button look="quiet" icon="search" onPress={onPalette} keys={commandKeys('mod+k')}>
          <span className={styles.wide}>Find an action or a place</span>
        </Button>
        <IconButton icon="density" label={`Density: ${settings.density}. Change`} onPress={onDensity} />
        <IconButton
          icon={themeIcon[settings.theme]}
          label={`Theme: ${settings.theme}. Change`}
          onPress={onTheme}
        />
        <IconButton icon="keyboard" label="Keys" onPress={onKeys} />
      </span>
    </header>
  );
}
