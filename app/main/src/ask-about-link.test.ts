import type { MessageBoxOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { createLinkDoor } from './ask-about-link.ts';

/** The user who presses the button of that name, and a system that writes down what it did. */
function door(button: string, opens = true) {
  const asked: MessageBoxOptions[] = [];
  const done: string[] = [];
  const ask = createLinkDoor({
    show: async (options) => {
      asked.push(options);
      return { response: options.buttons?.indexOf(button) ?? -1 };
    },
    open: async (address) => {
      if (!opens) throw new Error('There is no browser');
      done.push(`open ${address}`);
    },
    copy: (text) => done.push(`copy ${text}`),
  });
  return { ask, asked, done };
}

const address = 'https://docs.example/a?b=1#c';

describe('links/open on the desktop (S-04)', () => {
  test.each([
    ['Open', { opened: true, copied: false }, [`open ${address}`]],
    ['Copy address', { opened: false, copied: true }, [`copy ${address}`]],
    ['Cancel', { opened: false, copied: false }, []],
    ['a dialog that was closed', { opened: false, copied: false }, []],
  ])('%s', async (button, reply, commands) => {
    const { ask, asked, done } = door(button);
    expect(await ask(address)).toEqual(reply);
    expect(done).toEqual(commands);
    expect(asked).toHaveLength(1);
  });

  test('Cancel is what Enter and Escape do', async () => {
    const { ask, asked } = door('Cancel');
    await ask(address);
    const [options] = asked;
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
  ])('%j is not even asked about', async (given) => {
    const { ask, asked, done } = door('Open');
    expect(await ask(given)).toEqual({ opened: false, copied: false });
    expect([...asked, ...done]).toEqual([]);
  });

  test('an address too long to be looked at whole can only be copied', async () => {
    const long = `https://docs.example/${'x'.repeat(3000)}`;
    const { ask, asked, done } = door('Open');
    expect(await ask(long)).toEqual({ opened: false, copied: false });
    expect(asked[0]?.buttons).toEqual(['Copy address', 'Cancel']);
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
