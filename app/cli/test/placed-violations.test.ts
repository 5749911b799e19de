import { afterAll, describe, expect, test } from 'vitest';
import { accept } from '../src/verbs/accept.ts';
import { envelope } from './acceptor-inputs.ts';
import { captureTerminal } from './capture-terminal.ts';
import { ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const plain = {
  context: null,
  profile: null,
  whatIf: false,
  event: null,
  unmasked: false,
  fix: false,
  write: null,
  force: false,
};

async function reported(
  text: string,
  { json = false, asText = false, context = null as string | null } = {},
) {
  const file = scratch.write('tried.json', text);
  const stored = captureTerminal();
  await accept(file, { ...plain, json, asText, context }, stored.surroundings);
  return stored.out();
}

async function places(text: string, options: { asText?: boolean; context?: string | null } = {}) {
  const { results } = JSON.parse(await reported(text, { ...options, json: true }));
  return results.flatMap((result: { places?: object[] }) => result.places ?? []);
}

const question = { id: 'q1', quetion: 'Which?', schema: {} };
const payload = { questions: [question], contextNote: 5 };
const mistyped = envelope({ type: 'clarification.request', payload });
const context = scratch.write(
  'context.json',
  JSON.stringify({
    host: { supportedEnvelopes: ['vendor.acme.card'] },
    secrets: [{ secretId: 's', value: 'hidden-text-of-a-run' }],
  }),
);

describe('a refusal is reported at its places in the file (acceptor S3, S7)', () => {
  test('as a compiler would: line, column, the text, a mark under it, what was meant', async () => {
    const text = await reported(JSON.stringify(mistyped, null, 2));
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes('"quetion" is not declared'));
    expect(lines[at]).toMatch(
      /^ {5}\d+:\d+ +\/payload\/questions\/0 {2}"quetion" is not declared in the schema$/,
    );
    expect(lines[at + 1]).toMatch(/│ "quetion": "Which\?",$/);
    expect(lines[at + 2]).toMatch(/│ \^{9} did you mean question\?$/);
    expect((lines[at + 2] ?? '').indexOf('^')).toBe((lines[at + 1] ?? '').indexOf('"quetion"'));
  });

  test('in the order of the text, with pointers from the envelope', async () => {
    const found = await places(JSON.stringify(mistyped));
    expect(
      found.map(({ pointer, message, meant }: Record<string, unknown>) => [pointer, message, meant]),
    ).toEqual([
      ['/payload/questions/0', 'question is missing', []],
      ['/payload/questions/0', '"quetion" is not declared in the schema', ['question']],
      ['/payload', '"contextNote" is not declared in the schema', ['contextType']],
    ]);
    const columns = found.map(({ column }: { column: number }) => column);
    expect(columns).toEqual(columns.toSorted((a: number, b: number) => a - b));
  });

  test('lines and columns are those of the file, for envelopes of lines and lists too', async () => {
    const one = JSON.stringify(mistyped);
    const [, first] = await places(one);
    const [, second] = await places(`\n${JSON.stringify(envelope({}))}\n  ${one}\n`);
    expect(second).toMatchObject({ line: 3, column: first.column + 2 });
    const [, third] = await places(`[${JSON.stringify(envelope({}))},\n${one}]`);
    expect(third).toMatchObject({ line: 2, column: first.column });
  });

  test('a version that a surface does not have is at the version, and no host is needed to mend it', async () => {
    const surface = JSON.stringify(envelope({ type: 'ui.a2ui-surface', schemaVersion: 3, payload: {} }));
    expect(await places(surface)).toMatchObject([{ pointer: '/schemaVersion' }]);
    expect(await reported(surface)).toMatch(/To do +Emit a version that the kind has/);
  });

  test('an envelope in what a model wrote has the places of that text', async () => {
    const [, inner] = await places(`Here it is.\n\`\`\`json\n${JSON.stringify(mistyped)}\n\`\`\`\n`, {
      asText: true,
    });
    expect(inner).toMatchObject({ line: 3, meant: ['question'] });
  });

  test('a kind that the host does not know: the nearest, and all that are known (acceptor S5)', async () => {
    const [found] = await places(JSON.stringify(envelope({ type: 'vendor.acme.crad' })), { context });
    expect(found).toMatchObject({ pointer: '/type', meant: ['vendor.acme.card'] });
    expect(found.known).toContain('clarification.request');
    const text = await reported(JSON.stringify(envelope({ type: 'vendor.acme.crad' })), { context });
    expect(text).toMatch(/known: .*vendor\.acme\.card/s);
  });

  test.each([
    ['a credential', { apiKey: 'sk-proj-abcdefghijklmnopqrstuvwxyz123456' }],
    ['a secret of the context', { more: 'hidden-text-of-a-run' }],
  ])('a line with %s is not displayed', async (_what, more) => {
    const text = await reported(JSON.stringify({ ...mistyped, ...more }), { context });
    expect(text).not.toMatch(/sk-proj-abc|hidden-text-of-a-run/);
    expect(text).toMatch(/not declared in the schema/);
    expect(text).not.toContain('│');
  });

  test.each([
    ['breaks off', JSON.stringify(mistyped).slice(0, -9)],
    ['nests deep', JSON.stringify(mistyped).replace('5', `${'['.repeat(3000)}${']'.repeat(3000)}`)],
    ['is one long line', JSON.stringify({ ...mistyped, payload: { ...payload, x: 'y'.repeat(300_000) } })],
    ['has control characters', JSON.stringify(mistyped).replace('Which?', '\\u001b[31m\u202e')],
  ])('a text that %s is refused in words', async (_what, text) => {
    const said = await reported(text, { asText: true });
    expect(said).toMatch(/Refused|Accepted/);
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThan(4000);
    expect(said.includes('\u001b') || said.includes('\u202e')).toBe(false);
  });
});
