import { expect, test } from 'vitest';
import { clause } from '../src/verbs/clause.ts';
import { captureTerminal } from './capture-terminal.ts';
import { repository, ScratchFolder } from './scratch-folder.ts';

async function read(citation: string, json = false, installation = repository) {
  const stored = captureTerminal();
  const status = await clause(citation, { json }, { ...stored.surroundings, installation });
  return { status, out: stored.out(), err: stored.err() };
}

test('a row is printed with the head of its table, and its page is named', async () => {
  const { status, out } = await read('acceptor S7');
  expect(status).toBe(0);
  expect(out).toContain(
    'acceptor S7  Acceptor, 2 Ordered pipeline\ndocs/protocol/acceptor.md#2-ordered-pipeline\n',
  );
  expect(out).toMatch(/\| S7 \| payload \|/);
  expect(out).not.toContain('| S6 |');
});

test('a section is printed with what is below it; of several clauses each', async () => {
  const { out } = await read('envelope 7.6, security S-07');
  expect(out).toMatch(/### 7\.6 Delta frames[\s\S]*surfaceRef[\s\S]*\*\*S-07\*\*/);
  expect(out).not.toContain('## 8 ');
});

test('--json has place and text of each clause', async () => {
  const { clauses } = JSON.parse((await read('acceptor 2.1, envelope 2.2 (1)', true)).out);
  expect(clauses).toEqual([
    {
      citation: 'acceptor 2.1',
      page: 'acceptor',
      ref: '2.1',
      item: null,
      pageTitle: 'Acceptor',
      section: '2.1',
      title: 'Synthesis',
      link: 'docs/protocol/acceptor.md#21-synthesis',
      text: expect.stringContaining('### 2.1 Synthesis'),
    },
    expect.objectContaining({ page: 'envelope', ref: '2.2', item: 1 }),
  ]);
});

test.each(['acceptor S99', 'design 2', '', 'S7', 'acceptor __proto__'])(
  '"%s" names no clause: 2',
  async (citation) => {
    const { status, out, err } = await read(citation);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('names no clause');
  },
);

test('an installation without the pages says so', async () => {
  const empty = new ScratchFolder();
  const { status, err } = await read('acceptor S7', false, empty.path);
  expect(status).toBe(2);
  expect(err).toContain('the protocol pages are not part of this installation');
  empty.remove();
});
