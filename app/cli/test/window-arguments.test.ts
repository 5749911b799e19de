import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readWindowArguments } from '../src/verbs/open-app.ts';
import { captureTerminal } from './capture-terminal.ts';

const run = 'http://127.0.0.1:8787/v1/runs/r1';
const link = 'openwop-inspector://attach?host=http%3A%2F%2F127.0.0.1%3A8787&run=r1';

test('files and addresses of hosts are distinguished', async () => {
  const { surroundings, err } = captureTerminal();
  const displayed = await readWindowArguments([run, 'package.json', link], surroundings.terminal);
  expect(displayed).toEqual({ files: [resolve('package.json')], addresses: [run, link] });
  expect(err()).toBe('');
});

test.each([
  [['gone.json', run], 'gone.json: there is no such file'],
  [['http://a b/CANARY-token'], 'address 1: '],
])('%j cannot be displayed, and is said without what an address may hold', async (given, words) => {
  const { surroundings, err } = captureTerminal();
  expect(await readWindowArguments(given, surroundings.terminal)).toBeNull();
  expect(err()).toContain(words);
  expect(err()).not.toContain('CANARY');
});
