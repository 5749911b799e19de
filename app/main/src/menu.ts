import { MENU_ENTRIES, type ShellCommand } from '@openwop-inspector/shell-contract';
import type { MenuItemConstructorOptions } from 'electron';

interface MenuParts {
  readonly platform: string;
  readonly withDeveloperTools: boolean;
  /** Carries out an entry in the window. */
  readonly command: (name: ShellCommand) => void;
}

/**
 * The application's menu. Entries of our own are carried out by the window, so that a menu, a key and the palette do
 * the same thing. On Linux and Windows the accelerators are only visible: the window handles the keys itself, as it does
 * in a browser, and would otherwise act twice. On a Mac they cannot be only visible: single letters are left out there.
 */
export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const { platform, withDeveloperTools, command } = parts;
  const isMac = platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const entry = (label: string, name: ShellCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(name),
    ...(accelerator === undefined || (isMac && !accelerator.includes('+'))
      ? {}
      : { accelerator, registerAccelerator: false }),
  });
  const entries = (menu: keyof typeof MENU_ENTRIES): MenuItemConstructorOptions[] => {
    const rows: readonly (readonly [string, ShellCommand, string?] | null)[] = MENU_ENTRIES[menu];
    return rows.map((row) => (row === null ? separator : entry(...row)));
  };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        ...entries('file'),
        isMac ? { role: 'close', accelerator: 'Command+Shift+W' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    { label: '&Go', submenu: entries('go') },
    {
      label: '&View',
      submenu: [
        ...entries('view'),
        { label: 'Listed &by', submenu: entries('listedBy') },
        { label: 'Columns', submenu: entries('columns') },
        ...entries('viewMore'),
        { role: 'togglefullscreen' },
        ...(withDeveloperTools ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    { label: '&Tools', submenu: entries('tools') },
    { label: '&Live', submenu: entries('live') },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', submenu: entries('help') },
  ];
}
