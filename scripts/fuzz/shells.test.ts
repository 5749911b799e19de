import { callNames } from '@openwop-inspector/shell-contract';
import { admit } from '../../app/browser-shell/src/door.ts';
import { createProgram, nearVerb, unknownVerb, VERB_NAMES } from '../../app/cli/src/program.ts';
import { noteFile, readNoteFile } from '../../app/renderer/src/features/notes/notes.ts';
import { readRequest } from '../../app/shell-core/src/read-request.ts';
import { safeText } from '../../packages/base/src/document/safe-text.ts';
import { mustEqual, PLANTED, parsedOf, testTargets, textOf } from './fuzz-test.ts';

const KEY = 'k'.repeat(43);
/** Headers as Node gives them: texts under lower-case names. */
function headersOf(value: unknown): Record<string, string> {
  const entries = Object.entries(Object(value)).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(entries.map(([name, text]) => [name.toLowerCase(), String(text)]));
}

async function commanded(args: readonly string[]): Promise<void> {
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  try {
    const output = { version: '1', width: 80, out: write, err: write };
    const program = createProgram(output, async () => undefined);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    // Wrong arguments, help and version are reported that way (program.ts).
    if (!(error instanceof Error) || error.name !== 'CommanderError') throw error;
  }
  const displayed = said.join('');
  const hasControl = [...displayed].some(
    (character) => character !== '\n' && safeText(character) !== character,
  );
  if (hasControl) throw new Error('an argument reaches the terminal raw');
}

/** Doors of the shells: what a page, the user's command line or another program may hand in. */
testTargets({
  calls: {
    seeds: [
      '{"hostId":"h","runId":"r","a2uiDelta":true}',
      '{"liveId":"l","action":{"kind":"cancel","reason":null}}',
      '{"suggestedName":"a.json","text":"x","kind":"json"}',
      '{"theme":"dark","density":"normal","zoom":1,"layout":""}',
      'null',
    ],
    run: (bytes) => {
      const value = parsedOf(bytes);
      for (const name of callNames) {
        const read = readRequest(name, value);
        if (!read.ok && read.why.length > 200) throw new Error('a refusal repeats the request');
      }
    },
  },
  notes: {
    seeds: [
      `{"form":"openwop-inspector-notes/1","log":"a","notes":[{"eventId":"e","runId":"r","sequence":1,"type":"t","pointer":"/a","text":"token ghp_${PLANTED.padEnd(36, 'a')}","writtenAt":"2026-01-02"}]}`,
    ],
    run: (bytes) => {
      const read = readNoteFile(textOf(bytes));
      if (read.kind === 'wrong') return;
      const again = readNoteFile(noteFile('a', read.notes));
      mustEqual(again, read, 'notes that were read and written are read otherwise');
    },
  },
  door: {
    seeds: [
      '{"host":"127.0.0.1:8123","cookie":"a=b; inspector_8123=x","origin":"http://127.0.0.1:8123","sec-fetch-site":"same-origin","sec-fetch-mode":"navigate","path":"/","t":"x"}',
    ],
    run: (bytes) => {
      const value = parsedOf(bytes);
      const headers = headersOf(value);
      const { path: target = '/' } = headers;
      const knock = { target, headers, rawHeaders: Object.entries(headers).flat() };
      const { kind } = admit(knock, { port: 8123, isSecret: (secret) => secret === KEY });
      const hasKey = JSON.stringify(headers).includes(KEY);
      const isPrivate = /^\/(?:rpc|file)\/|^\/window\/key/.test(target);
      if (kind !== 'refused' && isPrivate && !hasKey)
        throw new Error('the door let somebody in without the key');
    },
  },
  arguments: {
    seeds: [
      ...VERB_NAMES.map((verb) => JSON.stringify([verb, 'a.json', '--json'])),
      '["tail","http://h","r","--until","x"]',
    ],
    run: async (bytes) => {
      const value = parsedOf(bytes);
      const args = (Array.isArray(value) ? value : textOf(bytes).split(' ')).filter(
        (each: unknown): each is string => typeof each === 'string',
      );
      nearVerb(unknownVerb(args, VERB_NAMES, () => false) ?? '', VERB_NAMES);
      await commanded(args);
    },
  },
});
