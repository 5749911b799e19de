import { expect, test } from 'vitest';
import { refusalText, refusedSwitches } from './refused-switches.ts';

const onLinux = { platform: 'linux', isRoot: false };
const program = '/opt/inspector';

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-port',
  '-remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-allow-origins=*',
  '--inspect',
  '--inspect=0',
  '--inspect-brk=9229',
  '--inspect-brk-node',
  '--js-flags=--expose-gc',
  '--load-extension=/tmp/x',
  '--disable-web-security',
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--host-rules=MAP * evil',
  '--host-resolver-rules=MAP * evil',
  '--proxy-server=evil:1',
  '--proxy-pac-url=data:,x',
  '--ignore-certificate-errors',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins',
  '--enable-features=x',
  '--renderer-cmd-prefix=gdb',
  '--gpu-launcher=gdb',
  '--utility-cmd-prefix=gdb',
  '--log-net-log=/tmp/x',
  '--ssl-key-log-file=/tmp/x',
  '--enable-logging',
  '--force-renderer-accessibility=complete',
  '--unheard-of',
])('%s is refused', (argument) => {
  const name = argument.replace(/^--?/, '').split('=')[0];
  expect(refusedSwitches([program, argument, 'a.json'], onLinux)).toEqual([name]);
  expect(refusedSwitches([program, 'a.json', argument, argument], onLinux)).toEqual([name]);
});

test.each([
  ['no argument', []],
  ['files and addresses', ['a.json', 'https://host.example/v1/runs/r1', 'openwop-inspector://attach?host=a']],
  ['how the window is drawn', ['--disable-gpu', '--ozone-platform=wayland', '--force-device-scale-factor=2']],
  ['our own', ['--smoke-test', '--user-data-dir=/tmp/x', '--token-env', 'A_TOKEN', '--token-env=B_TOKEN']],
  ['a file that looks like a switch', ['--', '--inspect', '--remote-debugging-port=1']],
  ['a single dash', ['-']],
])('%s are taken', (_what, given) => {
  expect(refusedSwitches([program, ...given], onLinux)).toEqual([]);
});

test('root alone may do without the sandbox, which cannot work there', () => {
  const argv = [program, '--no-sandbox', '--disable-seccomp-filter-sandbox'];
  expect(refusedSwitches(argv, { ...onLinux, isRoot: true })).toEqual(['disable-seccomp-filter-sandbox']);
});

test('Windows takes a slash and any case, macOS the number of a process', () => {
  const onWindows = { platform: 'win32', isRoot: false };
  expect(refusedSwitches([program, '/Remote-Debugging-Port=1', '--INSPECT', '/lang=de'], onWindows)).toEqual([
    'remote-debugging-port',
    'inspect',
  ]);
  expect(refusedSwitches([program, '/home/a.json'], onLinux)).toEqual([]);
  expect(refusedSwitches([program, '-psn_0_12345'], { platform: 'darwin', isRoot: false })).toEqual([]);
});

test('the words name the switches and not their values', () => {
  expect(refusalText(['inspect', 'a\u001b[31m\u202eb'])).toBe(
    'The inspector does not start with --inspect, --a??31m?b: what content may do depends on it. Start it without.',
  );
});
