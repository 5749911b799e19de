// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { freshApplication, requests, show } from '../../test/document.tsx';

freshApplication();

describe('links (security S-04)', () => {
  test('opens a web address through the application, which confirms it', async () => {
    const { user } = show('[words](https://a.example/x?y=1#z)');
    screen.getByText('a.example');
    await user.click(screen.getByRole('button', { name: 'words' }));
    expect(requests.opened).toEqual(['https://a.example/x?y=1#z']);
  });

  test.each(['https://a.example/', 'www.a.example', '<https://a.example/>'])(
    '%s is linked by itself',
    (text) => {
      show(`x ${text} y`);
      expect(screen.getAllByRole('button')).toHaveLength(1);
    },
  );

  test('look-alike hosts and foreign names are marked', () => {
    show('[a](https://xn--pple-43d.com/) [bank.example](https://evil.example/)');
    screen.getByText('look-alike letters in the host');
    screen.getByText('leads to evil.example, not where its text says');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert(1))',
    '[x](java&#115;cript:alert(1))',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://a.example/1)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[x](<javascript:alert(1)>)',
    '[x](//evil.example/y)',
    '[x](\\\\evil.example\\y)',
    '[x](https://user@evil.example/)',
    '[x](mailto:a@b.example)',
    '[x](#top)',
    '[x]()',
  ])('%s stays text', (text) => {
    const { container } = show(text);
    expect(screen.queryByRole('button')).toBeNull();
    expect(container.textContent).toContain('not opened');
    expect(container.querySelector('a, [href], [src]')).toBeNull();
  });
});

describe('images (security S-05, S-07, S-17)', () => {
  const png = Uint8Array.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2, 0, 0, 0,
    3,
  ]);

  test('a placeholder names host and description; nothing is requested', () => {
    const { container } = show('![Flow, 3 steps](https://assets.a.example/x.png "t")');
    screen.getByText('Remote image not loaded');
    expect(container.textContent).toContain('assets.a.example · “Flow, 3 steps”');
    expect(container.textContent).toContain('No credentials are sent.');
    expect([requests.loads.length, container.querySelector('img')]).toEqual([0, null]);
  });

  test('loaded once it is displayed, and given back when it leaves', async () => {
    requests.answer = async () => ({ kind: 'bytes', bytes: png, declaredType: 'text/html' });
    const { user } = show('![Flow](https://a.example/x.png)');
    await user.click(screen.getByRole('button', { name: 'Load once from a.example' }));
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'Flow' })).src).toBe('blob:made');
    expect(requests.loads.map(({ address }) => address)).toEqual(['https://a.example/x.png']);
    cleanup();
    expect(requests.revoked).toEqual(['blob:made']);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', /is not an image/],
    ['HTML', '<!doctype html><script>alert(1)</script>', /is not an image/],
  ])('%s is refused whatever it is called', async (_, text, words) => {
    requests.answer = async () => ({
      kind: 'bytes',
      bytes: new TextEncoder().encode(text),
      declaredType: 'image/png',
    });
    const { user } = show('![](https://a.example/x.png)');
    await user.click(screen.getByRole('button', { name: /Load once/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    screen.getByRole('button', { name: /Load once/ });
  });

  test('shows the reason of a failure, thrown or returned', async () => {
    const { user } = show('![](https://a.example/x.png)');
    await user.click(screen.getByRole('button', { name: /Load once/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing here.');
    requests.answer = () => Promise.reject(new Error('x'));
    await user.click(screen.getByRole('button', { name: /Load once/ }));
    await screen.findByText('The content could not be loaded.');
  });

  test('loading can be stopped, and stops when the document leaves', async () => {
    requests.answer = () => new Promise(() => undefined);
    const { user } = show('![](https://a.example/x.png)');
    await user.click(screen.getByRole('button', { name: /Load once/ }));
    await user.click(screen.getByRole('button', { name: 'Cancel loading' }));
    expect(requests.loads[0]?.signal.aborted).toBe(true);
    await user.click(screen.getByRole('button', { name: /Load once/ }));
    cleanup();
    expect(requests.loads[1]?.signal.aborted).toBe(true);
  });

  test.each([
    ['![x](data:image/png;base64,AAAA)', 'image/png, 26 characters'],
    ['![x](data:image/svg+xml,<svg/onload=alert(1)>)', 'image/svg+xml'],
    ['![x](javascript:alert(1))', 'javascript: address'],
    ['![x](/v1/assets/1)', 'a path on the host of the run'],
  ])('%s is a placeholder without a button', (text, words) => {
    const { container } = show(text);
    expect(container.textContent).toContain(words);
    expect([screen.queryByRole('button'), container.querySelector('img')]).toEqual([null, null]);
  });

  test('an image in a link leaves the link a button of its own', async () => {
    const { user, container } = show('[![x](https://i.example/x.png)](https://a.example/)');
    expect(container.querySelector('button button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'https://a.example/' }));
    expect(requests.opened).toEqual(['https://a.example/']);
  });
});
