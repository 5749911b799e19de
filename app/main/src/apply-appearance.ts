import type { Settings } from '@openwop-inspector/shell-contract';
import type { JsonStore } from '@openwop-inspector/shell-core';
import { BrowserWindow, nativeTheme } from 'electron';

/** Makes menus, dialogs and the title bar follow the theme that is kept in the settings, and windows their zoom. */
export function withAppearance(settings: JsonStore<Settings>): JsonStore<Settings> {
  const apply = ({ theme, zoom }: Settings): void => {
    nativeTheme.themeSource = theme;
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(zoom);
  };
  return {
    async read() {
      const kept = await settings.read();
      apply(kept);
      return kept;
    },
    async update(change) {
      await settings.update(change);
      apply(await settings.read());
    },
  };
}
