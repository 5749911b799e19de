import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configFolder } from './settings.ts';

test.each([
  ['linux', {}, join('/home/x', '.config', 'openwop-inspector')],
  ['linux', { XDG_CONFIG_HOME: '/conf' }, join('/conf', 'openwop-inspector')],
  ['linux', { XDG_CONFIG_HOME: '' }, join('/home/x', '.config', 'openwop-inspector')],
  ['darwin', {}, join('/home/x', 'Library', 'Application Support', 'openwop-inspector')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'openwop-inspector')],
  ['win32', {}, join('/home/x', 'AppData', 'Roaming', 'openwop-inspector')],
])('settings on %s with %j', (platform, env, folder) => {
  expect(configFolder({ platform, env }, '/home/x')).toBe(folder);
});
