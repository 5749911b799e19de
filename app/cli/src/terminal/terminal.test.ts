import { line } from '@openwop-inspector/base/document';
import { cited } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import { createTerminal, hasColour, type OutputStream, outputWidth } from './terminal.ts';

/** A stream that keeps what is written; `takes` says whether it wants more at once. */
class MemoryStream implements OutputStream {
  text = '';
  takes = true;
  readonly isTTY: boolean;
  readonly columns = 80;
  private readonly listeners = new Map<string, ((error: Error & { code?: string }) => void)[]>();

  constructor(isTTY: boolean) {
    this.isTTY = isTTY;
  }

  write(text: string): boolean {
    this.text += text;
    return this.takes;
  }

  on(event: string, listener: (error: Error & { code?: string }) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  emit(event: string, code = ''): void {
    for (const listener of this.listeners.get(event) ?? [])
      listener(Object.assign(new Error(code), { code }));
  }
}

describe('colour', () => {
  test.each([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a terminal that can do nothing', true, { TERM: 'dumb' }, false],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['NO_COLOR with FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('%s: %#', (_what, isTTY, env, expected) => {
    expect(hasColour({ isTTY }, env)).toBe(expected);
  });
});

describe('width', () => {
  test.each([
    ['a terminal', { isTTY: true, columns: 120 }, {}, 120],
    ['a terminal that does not say', { isTTY: true }, {}, 80],
    ['a terminal that does not know', { isTTY: true, columns: 0 }, {}, 80],
    ['a pipe', { isTTY: false }, {}, null],
    ['a pipe with COLUMNS', { isTTY: false }, { COLUMNS: '72' }, 72],
    ['COLUMNS before the terminal', { isTTY: true, columns: 120 }, { COLUMNS: '72' }, 72],
    ['COLUMNS that is no number', { isTTY: true, columns: 120 }, { COLUMNS: 'wide' }, 120],
    ['COLUMNS too narrow to be of use', { isTTY: false }, { COLUMNS: '3' }, 40],
    ['COLUMNS beyond reason', { isTTY: false }, { COLUMNS: '99999' }, 240],
  ])('%s', (_what, stream, env, expected) => {
    expect(outputWidth(stream, env)).toBe(expected);
  });
});

describe('a terminal', () => {
  const page = line(cited('acceptor S7'));
  const LINK = '\u001b]8;;file:///app/docs/protocol/acceptor.md#2-ordered-pipeline\u001b\\';

  test('that the user watches gets a link to the page of a clause', async () => {
    const out = new MemoryStream(true);
    await createTerminal(out, new MemoryStream(true), { TERM: 'xterm' }, 'file:///app/').print([page]);
    expect(out.text).toContain(LINK);
  });

  test.each([
    ['a pipe', false, { TERM: 'xterm' }],
    ['a pipe with colours', false, { TERM: 'xterm', FORCE_COLOR: '1' }],
    ['a dumb terminal', true, { TERM: 'dumb' }],
    ['the console of Linux', true, { TERM: 'linux' }],
    ['who wants it plain', true, { TERM: 'xterm', NO_COLOR: '1' }],
  ])('%s gets the words alone', async (_what, isTerminal, env) => {
    const out = new MemoryStream(isTerminal);
    await createTerminal(out, new MemoryStream(true), env, 'file:///app/').print([page]);
    expect(out.text).not.toContain('\u001b]8');
    expect(out.text).toContain('acceptor S7');
  });

  test('stops waiting when the reader leaves, and is closed', async () => {
    const out = new MemoryStream(false);
    const terminal = createTerminal(out, new MemoryStream(false), {});
    out.takes = false;
    const written = terminal.print([line('a')]);
    out.emit('error', 'EPIPE');
    await written;
    await terminal.print([line('b')]);
    expect([out.text, terminal.isClosed, terminal.writeError]).toEqual(['a\n', true, null]);
  });

  test('waits until the stream takes more', async () => {
    const out = new MemoryStream(false);
    const terminal = createTerminal(out, new MemoryStream(false), {});
    out.takes = false;
    let isWritten = false;
    const written = terminal.print([line('a')]).then(() => {
      isWritten = true;
    });
    await Promise.resolve();
    expect(isWritten).toBe(false);
    out.emit('drain');
    await written;
  });

  test('says why output failed when the reader did not leave', async () => {
    const out = new MemoryStream(false);
    const terminal = createTerminal(out, new MemoryStream(false), {});
    out.emit('error', 'ENOSPC');
    expect([terminal.isClosed, terminal.writeError]).toEqual([true, 'ENOSPC']);
  });

  test('takes progress away before it says anything else', async () => {
    const [out, err] = [new MemoryStream(true), new MemoryStream(true)];
    const terminal = createTerminal(out, err, {});
    terminal.progress('reading\u001b[2J');
    await terminal.print([line('done')]);
    expect(err.text).toBe('reading[U+001B][2J\r\u001b[K');
  });

  test('shows no progress to a file', () => {
    const err = new MemoryStream(false);
    createTerminal(new MemoryStream(true), err, {}).progress('reading');
    expect(err.text).toBe('');
  });
});
