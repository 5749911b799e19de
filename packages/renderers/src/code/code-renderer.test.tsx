// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { envelopeSubject, servicesWith, showWith } from '../../test/subjects.tsx';
import { codeRenderer } from './CodeView.tsx';

afterEach(cleanup);

const copied: string[] = [];
const services = servicesWith({ copyText: async (text) => void copied.push(text) });

const subjectOf = (code: unknown, lang?: string, title?: string) =>
  envelopeSubject('vendor.acme.x', { code }, {}, { display: 'code', lang, title });
const show = (code: string, lang?: string, title?: string) =>
  showWith(codeRenderer, subjectOf(code, lang, title), services).user;

const body = () => screen.getByRole('group', { name: /^Lines of/ });
const lineCount = () => body().querySelectorAll('[data-line]').length;

describe('code (envelope 2.2)', () => {
  test('reads envelopes that are displayed as code, and no others', () => {
    const subject = subjectOf('x');
    expect(codeRenderer.read(subject)).toMatchObject({ ok: true });
    const markdown = { ...subject, rendering: { ...subject.rendering, renderer: 'markdown' as const } };
    expect(codeRenderer.read(markdown)).toBeNull();
    const event = { ...subject, kind: 'event' as const, nodeId: null };
    expect(codeRenderer.read(event)).toBeNull();
    expect(codeRenderer.read({ ...subject, rendering: { ...subject.rendering, text: null } })).toBeNull();
  });

  test('is coloured by its language, the text being there before', async () => {
    show('[true]', 'JSON', 'a.json');
    expect(body().textContent).toContain('[true]');
    await waitFor(() => expect(within(body()).getByText('true').className).toBe('jsonWord'));
    screen.getByText(/JSON ·/);
    screen.getByText('a.json');
  });

  test('an unknown language is named and left plain', () => {
    show('x', 'klingon');
    screen.getByText(/, displayed plain/);
    screen.getByText('klingon');
  });

  test('what it looks like is offered and never done by itself', async () => {
    const user = show('{"a": 1}');
    expect(body().querySelector('.jsonKey')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Highlight as JSON' }));
    await waitFor(() => expect(body().querySelector('.jsonKey')?.textContent).toBe('"a"'));
    expect(screen.queryByText(/Looks like/)).toBeNull();
  });

  test('copying takes the text as it is', async () => {
    const user = show('a\u202eb\r\n');
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(copied.at(-1)).toBe('a\u202eb\r\n');
  });

  test('wrapping is a switch', async () => {
    const user = show('x');
    const wrap = screen.getByRole('button', { name: 'Wrap lines' });
    expect(wrap.getAttribute('aria-pressed')).toBe('false');
    await user.click(wrap);
    expect(wrap.getAttribute('aria-pressed')).toBe('true');
    expect(body().hasAttribute('data-wrapped')).toBe(true);
  });
});

describe('long code is folded', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

  test('shows 200 lines at once, folds 201', async () => {
    const user = show(lines(201));
    expect(lineCount()).toBe(200);
    await user.click(screen.getByRole('button', { name: 'Show all 201 lines' }));
    expect(lineCount()).toBe(201);
  });

  test('searching unfolds what is found', async () => {
    const user = show(lines(900));
    await user.click(screen.getByRole('button', { name: 'Search in code' }));
    await user.type(screen.getByRole('textbox', { name: 'Search in code' }), 'LINE 8{Enter}');
    screen.getByText('2 of 111');
    await user.clear(screen.getByRole('textbox', { name: 'Search in code' }));
    await user.type(screen.getByRole('textbox', { name: 'Search in code' }), 'line 777');
    screen.getByText('1 of 1');
    await waitFor(() => expect(lineCount()).toBe(900));
    expect(body().querySelector('mark[data-current]')?.textContent).toBe('line 777');
  });

  test('above 1 MB it is plain and says so', () => {
    show(`${'x'.repeat(99)}\n`.repeat(10_001), 'json');
    screen.getByText(/above 1 MB is not coloured/);
  });

  test('a very long line is cut, and continues on request', async () => {
    const user = show('x'.repeat(30_000));
    expect(body().textContent?.length).toBeLessThan(2_100);
    await user.click(screen.getByRole('button', { name: '28,000 more characters' }));
    expect(body().textContent?.length).toBeGreaterThan(20_000);
  });

  test('a match in the cut part of a line is displayed', async () => {
    const user = show(`${'x'.repeat(9_000)}needle${'x'.repeat(9_000)}`);
    await user.click(screen.getByRole('button', { name: 'Search in code' }));
    await user.type(screen.getByRole('textbox', { name: 'Search in code' }), 'needle');
    await waitFor(() => expect(body().querySelector('mark')?.textContent).toBe('needle'));
  });
});

describe('code is hostile (security S-06)', () => {
  test('what a screen would hide is displayed by its code', () => {
    show('if (a\u202e\u2066) // \u200b\u0000');
    for (const code of ['U+202E', 'U+2066', 'U+200B', 'U+0000']) screen.getByText(code);
  });

  test.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</code></pre><iframe src="//x">'])(
    '%j makes no element',
    (code) => {
      show(code, 'html');
      expect(document.querySelector('script, iframe, img')).toBeNull();
      expect(body().textContent).toContain(code);
    },
  );
});
