import { MENU_ENTRIES, type ShellCommand } from '@openwop-inspector/shell-contract';
import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { menuTemplate } from './menu.ts';

function entriesOn(platform: string, withDeveloperTools = false) {
  const carriedOut: ShellCommand[] = [];
  const template = menuTemplate({ platform, withDeveloperTools, command: (name) => carriedOut.push(name) });
  const menus = menusIn(template);
  return { menus, entries: menus.flat(), carriedOut };
}

type Menu = readonly MenuItemConstructorOptions[];

/** The menus of a template, those inside of others too. */
function menusIn(template: Menu): readonly Menu[] {
  return template.flatMap(({ submenu }) => (Array.isArray(submenu) ? [submenu, ...menusIn(submenu)] : []));
}

test.each(['linux', 'darwin', 'win32'])('on %s every command of the window has one entry', (platform) => {
  const { entries, carriedOut } = entriesOn(platform);
  for (const { click } of entries) {
    // The window gets the name; the arguments of Electron are not inspected.
    if (click !== undefined) Reflect.apply(click, undefined, []);
  }
  const commands = Object.values(MENU_ENTRIES).flatMap((menu) => menu.flatMap((one) => one?.[1] ?? []));
  expect(new Set(commands).size).toBe(commands.length);
  expect(carriedOut.sort()).toEqual(commands.sort());
});

test('the labels of a menu differ by their access keys', () => {
  for (const menu of entriesOn('linux').menus) {
    const keys = menu.flatMap(({ label }) => /&(.)/.exec(label ?? '')?.[1]?.toLowerCase() ?? []);
    expect(new Set(keys).size, keys.join('')).toBe(keys.length);
  }
});

test('accelerators are displayed and left to the window', () => {
  const ours = entriesOn('linux').entries.filter(({ click }) => click !== undefined);
  for (const { accelerator, registerAccelerator } of ours) {
    expect(accelerator === undefined || registerAccelerator === false).toBe(true);
  }
});

test.each([true, false])('developer tools are in the menu: %s', (withDeveloperTools) => {
  const roles = entriesOn('linux', withDeveloperTools).entries.map(({ role }) => role);
  expect(roles.includes('toggleDevTools')).toBe(withDeveloperTools);
});
