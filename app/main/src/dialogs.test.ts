import type { RequestQuestion } from '@openwop-inspector/shell-core';
import type { MessageBoxOptions, SaveDialogOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { askWhereToSave, createLinkDoor, createRequestDoor, describeLink } from './dialogs.ts';

/** The user who presses the button of that name, and a system that writes down what it did. */
function door(button: string, opens = true) {
  const prompts: MessageBoxOptions[] = [];
  const done: string[] = [];
  const ask = createLinkDoor({
    show: async (options) => {
      prompts.push(options);
      return { response: options.buttons?.indexOf(button) ?? -1 };
    },
    open: async (address) => {
      if (!opens) throw new Error('There is no browser');
      done.push(`open ${address}`);
    },
    copy: (text) => done.push(`copy ${text}`),
  });
  return { ask, prompts, done };
}

const address = 'https://docs.example/a?b=1#c';

describe('links/open on the desktop (S-04)', () => {
  test.each([
    ['Open', { opened: true, copied: false }, [`open ${address}`]],
    ['Copy address', { opened: false, copied: true }, [`copy ${address}`]],
    ['Cancel', { opened: false, copied: false }, []],
    ['a dialog that was closed', { opened: false, copied: false }, []],
  ])('%s', async (button, reply, commands) => {
    const { ask, prompts, done } = door(button);
    expect(await ask(address)).toEqual(reply);
    expect(done).toEqual(commands);
    expect(prompts).toHaveLength(1);
  });

  test('Cancel is what Enter and Escape do', async () => {
    const { ask, prompts } = door('Cancel');
    await ask(address);
    const [options] = prompts;
    expect(options?.buttons?.[options.defaultId ?? -1]).toBe('Cancel');
    expect(options?.buttons?.[options.cancelId ?? -1]).toBe('Cancel');
  });

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'mailto:a@b.example',
    'ms-msdt:/id',
    'vscode://file/x',
    'inspector://app/',
    ' https://docs.example/',
    'https://docs.example/\u0000',
    'java\nscript:alert(1)',
    '/relative',
    '',
  ])('%j is not even offered', async (given) => {
    const { ask, prompts, done } = door('Open');
    expect(await ask(given)).toEqual({ opened: false, copied: false });
    expect([...prompts, ...done]).toEqual([]);
  });

  test('an address too long to be displayed whole can only be copied', async () => {
    const long = `https://docs.example/${'x'.repeat(3000)}`;
    const { ask, prompts, done } = door('Open');
    expect(await ask(long)).toEqual({ opened: false, copied: false });
    expect(prompts[0]?.buttons).toEqual(['Copy address', 'Cancel']);
    expect(done).toEqual([]);
    const other = door('Copy address');
    expect(await other.ask(long)).toEqual({ opened: false, copied: true });
    expect(other.done).toEqual([`copy ${long}`]);
  });

  test('a second question does not come up while one is open, and does afterwards', async () => {
    let press = (_response: number): void => undefined;
    const ask = createLinkDoor({
      show: () =>
        new Promise((resolve) => {
          press = (response) => resolve({ response });
        }),
      open: async () => undefined,
      copy: () => undefined,
    });
    const first = ask(address);
    expect(await ask(address)).toEqual({ opened: false, copied: false });
    press(0);
    expect(await first).toEqual({ opened: true, copied: false });
    const third = ask(address);
    press(1);
    expect(await third).toEqual({ opened: false, copied: true });
  });

  test('a system without a browser did not open it', async () => {
    expect(await door('Open', false).ask(address)).toEqual({ opened: false, copied: false });
  });
});

/** What the dialog says, without empty lines. */
const linesOf = (address: string) => describeLink(address)?.lines.filter((line) => line !== '') ?? [];

test.each([
  ['https://docs.example/a?b=1#c', 'https://docs.example/a?b=1#c', 'Host: docs.example'],
  ['HTTPS://DOCS.example:8443', 'https://docs.example:8443/', 'Host: docs.example:8443'],
  ['https://docs.example/caf%C3%A9', 'https://docs.example/café', 'Host: docs.example'],
  ['https://docs.example/café', 'https://docs.example/café', 'Host: docs.example'],
  ['https://docs.example/a%20b', 'https://docs.example/a␠b', 'Host: docs.example'],
  ['https://docs.example/%2e%2e/x', 'https://docs.example/x', 'Host: docs.example'],
  ['https://docs.example\\@evil.example/', 'https://docs.example/@evil.example/', 'Host: docs.example'],
  ['https://0x7f.1/', 'https://127.0.0.1/', 'Host: 127.0.0.1'],
])('%s is displayed whole and decoded as %s', (address, displayed, host) => {
  expect(linesOf(address)).toEqual([displayed, host]);
});

test.each([
  ['a direction mark', 'https://docs.example/%E2%80%AEgnp.exe', 'https://docs.example/<U+202E>gnp.exe'],
  ['a direction mark as it is', 'https://docs.example/\u202Egnp.exe', 'https://docs.example/<U+202E>gnp.exe'],
  ['a character without width', 'https://docs.example/a%E2%80%8Bb', 'https://docs.example/a<U+200B>b'],
  ['a wide blank', 'https://docs.example/a%E3%80%80b', 'https://docs.example/a<U+3000>b'],
  [
    'a line break',
    'https://docs.example/%0AHost:%20good.example',
    'https://docs.example/<U+000A>Host:␠good.example',
  ],
])('%s is displayed by its number', (_what, address, displayed) => {
  expect(linesOf(address)[0]).toBe(displayed);
});

test.each([
  ['https://docs.example/%2F%40%3F%23', 'https://docs.example/%2F%40%3F%23'],
  ['https://docs.example/%2541', 'https://docs.example/%2541'],
  ['https://docs.example/%FF%E9', 'https://docs.example/%FF%E9'],
])('what divides an address, or is no text, stays encoded: %s', (address, displayed) => {
  expect(linesOf(address)[0]).toBe(displayed);
});

test('a name in another alphabet is displayed in both forms, and marked', () => {
  expect(linesOf('https://аpple.example/')).toEqual([
    'https://xn--pple-43d.example/',
    'Host: xn--pple-43d.example (written as аpple.example)',
    'The name may look like another one.',
  ]);
});

test('a name before the @ is not the host, and missing encryption is reported', () => {
  expect(linesOf('http://good.example@evil.example/')).toEqual([
    'http://good.example@evil.example/',
    'Host: evil.example',
    'The part before the @ is a user name, not the host, and would be sent.',
    'The connection is not encrypted.',
  ]);
});

test('an address that is longer than a dialog is cut, and says so', () => {
  const words = describeLink(`https://docs.example/${'x'.repeat(2100)}`);
  expect(words?.isTooLong).toBe(true);
  expect(words?.lines[0]).toMatch(/^https:\/\/docs\.example\/x{100,600}…$/);
  expect(words?.lines.at(-1)).toContain('only be copied');
  expect(describeLink(`https://docs.example/${'%C3%A9'.repeat(2000)}`)?.isTooLong).toBe(false);
});

const newHost: RequestQuestion = {
  origin: 'https://host.example:8443',
  isNewOrigin: true,
  variable: null,
  isVariableNamed: false,
};

/** What the dialog says, and what is made of the button that is pressed. */
async function requested(question: RequestQuestion, button: string) {
  const displayed: MessageBoxOptions[] = [];
  const ask = createRequestDoor(async (options) => {
    displayed.push(options);
    return { response: options.buttons?.indexOf(button) ?? -1 };
  });
  const isAllowed = await ask(question);
  const [{ message = '', detail = '', buttons = [], defaultId = -1, cancelId = -1 } = {}] = displayed;
  return {
    isAllowed,
    words: `${message}\n${detail}`,
    onEnter: buttons[defaultId],
    onEscape: buttons[cancelId],
  };
}

test.each([
  ['Allow', true],
  ['Cancel', false],
  ['no button: the dialog was closed', false],
])('%s means %s, and Enter and Escape mean no', async (button, expected) => {
  const { isAllowed, onEnter, onEscape } = await requested(newHost, button);
  expect([isAllowed, onEnter, onEscape]).toEqual([expected, 'Cancel', 'Cancel']);
});

test('a new origin is displayed whole, with what may mislead in it', async () => {
  const { words } = await requested({ ...newHost, origin: 'http://xn--pple-43d.example' }, 'Cancel');
  expect(words).toContain('Allow requests to this host?');
  expect(words).toContain('Host: xn--pple-43d.example (written as аpple.example)');
  expect(words).toContain('The connection is not encrypted.');
  expect(words).toContain('The answer holds until the application ends.');
  expect(words).not.toContain('variable');
});

test.each([
  [true, 'The variable was named when the application was started.'],
  [false, 'it was chosen in the window.'],
])('a variable is named, and who chose it: at the start %s', async (isVariableNamed, said) => {
  const { words } = await requested({ ...newHost, variable: 'A_TOKEN', isVariableNamed }, 'Cancel');
  expect(words).toContain('The value of the environment variable A_TOKEN is sent to it as the token.');
  expect(words).toContain(said);
});

test('where the origin is allowed already the question is about the variable', async () => {
  const { words } = await requested({ ...newHost, isNewOrigin: false, variable: 'A_TOKEN' }, 'Cancel');
  expect(words).toContain('Allow this environment variable to be read and sent to this host?');
  expect(words).not.toContain('Nothing was prompted');
});

/** Replaces the system's dialog, which cannot be worked from outside. */
function dialogThatGives(answer: { readonly canceled: boolean; readonly filePath?: string }) {
  const prompts: SaveDialogOptions[] = [];
  const show = async (options: SaveDialogOptions) => {
    prompts.push(options);
    return answer;
  };
  return { prompts, show };
}

const proposal = { name: 'bench-vector.json', kind: 'json' } as const;

test.each([
  [{ canceled: false, filePath: '/home/someone/vectors/one' }, '/home/someone/vectors/one'],
  [{ canceled: true, filePath: '/home/someone/vectors/one' }, null],
  [{ canceled: true, filePath: '' }, null],
  [{ canceled: true }, null],
  [{ canceled: false, filePath: '' }, null],
])('of the answer %j the path is %j, with nothing added', async (answer, path) => {
  expect(await askWhereToSave(dialogThatGives(answer).show, 'linux', proposal)).toBe(path);
});

test.each([
  ['linux', undefined],
  ['freebsd', undefined],
  ['win32', ['json']],
  ['darwin', ['json']],
])(
  'on %s the dialog asks before it replaces, and adds endings only before it asks',
  async (platform, endings) => {
    const { prompts, show } = dialogThatGives({ canceled: true });
    await askWhereToSave(show, platform, proposal);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.properties).toContain('showOverwriteConfirmation');
    expect(prompts[0]?.filters?.flatMap(({ extensions }) => extensions)).toEqual(endings);
    expect(prompts[0]?.defaultPath).toBe('bench-vector.json');
  },
);
