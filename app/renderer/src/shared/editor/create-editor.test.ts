// @vitest-environment jsdom
import { expect, describe as group, test } from 'vitest';
import { createEditor } from './create-editor.ts';

const nothing = (): void => undefined;

/** What an editor displays of a text, by characters, with secrets that were given to it. */
function displayed(text: string, secrets: readonly string[]): string {
  const host = document.body.appendChild(document.createElement('div'));
  const parts = {
    label: 'Envelope',
    text,
    describe: () => null,
    onChange: nothing,
    onRun: nothing,
    onCursor: nothing,
  };
  const editor = createEditor(host, parts);
  editor.setSecrets(secrets);
  const content = host.shadowRoot?.querySelector('.cm-content')?.textContent ?? '';
  editor.destroy();
  return content;
}

const long = 'Vq7xT2mKz9'.repeat(4_000);

group('secrets that were named are masked in the editor (security S-14)', () => {
  test.each<[name: string, text: string, secrets: readonly string[], hidden: string]>([
    ['one', '{"key":"s3cret-one"}', ['s3cret-one'], 's3cret-one'],
    ['the longest that fits', '{"key":"s3cret-one-more"}', ['s3cret-one', 's3cret-one-more'], '-more'],
    ['signs of expressions', '{"key":"a.b*(c"}', ['a.b*(c'], 'a.b*(c'],
    ['next to one of 40,000 characters', '{"key":"s3cret-one"}', [long, 's3cret-one'], 's3cret-one'],
  ])('%s', (_name, text, secrets, hidden) => {
    expect(displayed(text, [])).toContain(hidden);
    expect(displayed(text, secrets)).not.toContain(hidden);
    expect(displayed(text, secrets)).toContain('"key"');
  });
});
