import type { ShellCommand } from '@openwop-inspector/shell-contract';
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuParts {
  readonly platform: string;
  readonly withDeveloperTools: boolean;
  /** Carries out an entry in the window. */
  readonly command: (name: ShellCommand) => void;
}

/**
 * The application's menu. Entries of our own are carried out by the window, so that a menu, a key and the palette do
 * the same thing. On Linux and Windows the accelerators are only shown: the window hears the keys itself, as it does
 * in a browser, and would otherwise act twice.
 */
export function menuTemplate({
  platform,
  withDeveloperTools,
  command,
}: MenuParts): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const entry = (label: string, name: ShellCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(name),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        entry('&Open…', 'open', 'CommandOrControl+O'),
        entry('&Close session', 'close-session', 'CommandOrControl+W'),
        separator,
        isMac ? { role: 'close', accelerator: 'Command+Shift+W' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        entry('Command &palette', 'palette', 'CommandOrControl+K'),
        entry('&Next session', 'next-session', 'Control+Tab'),
        separator,
        entry('Light or dark &theme', 'toggle-theme'),
        entry('Zoom &in', 'zoom-in', 'CommandOrControl+Plus'),
        entry('Zoom &out', 'zoom-out', 'CommandOrControl+-'),
        entry('&Actual size', 'zoom-reset', 'CommandOrControl+0'),
        separator,
        { role: 'togglefullscreen' },
        ...(withDeveloperTools ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', submenu: [entry('&Keys', 'keys', '?'), entry('&About OpenWOP Inspector', 'about')] },
  ];
}
