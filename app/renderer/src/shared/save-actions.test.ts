import { words } from '@openwop-inspector/base';
import type { SaveTextReply } from '@openwop-inspector/shell-contract';
import { onAnnouncement } from '@openwop-inspector/ui';
import { expect, test, vi } from 'vitest';
import { dismissFailures, useNoticesStore } from './hint-store.ts';
import { saveText } from './save-actions.ts';
import { useInfoStore } from './settings-store.ts';

const vector = { suggestedName: 'bench-vector.json', text: words`{}`, kind: 'json' } as const;

/** Saves by a shell with this answer; a stub for the object that the desktop shell's preload script exposes. */
async function saveBy(answer: () => Promise<SaveTextReply>) {
  const calls: unknown[] = [];
  const said: string[] = [];
  shellAnswer = (...call) => {
    calls.push(call);
    return answer();
  };
  vi.stubGlobal('inspector', bridge);
  useInfoStore.setState({ canSave: true });
  dismissFailures();
  const stop = onAnnouncement((message) => said.push(message));
  await saveText(vector);
  stop();
  return { calls, said, failures: useNoticesStore.getState().failures.map(({ message }) => message) };
}

let shellAnswer: (...call: readonly unknown[]) => Promise<SaveTextReply>;
/** The window keeps the first bridge it finds. */
const bridge = { call: (...call: readonly unknown[]) => shellAnswer(...call) };

const reported: readonly [string, () => Promise<SaveTextReply>, object][] = [
  [
    'a saved file is announced by its name',
    async () => ({ saved: true, name: 'mine.json' }),
    { said: ['Saved as mine.json'], failures: [] },
  ],
  [
    'a cancelled dialog is not reported',
    async () => ({ saved: false, reason: 'cancelled' }),
    { said: [], failures: [] },
  ],
  [
    'a file that was not written is reported with the reason',
    async () => ({ saved: false, reason: 'disk-full', message: 'There is no room.' }),
    { said: [], failures: ['There is no room.'] },
  ],
  [
    'a refusal of the shell is reported',
    () => Promise.reject(new Error('files/save-text is answered only after a click or a key.')),
    { said: [], failures: ['files/save-text is answered only after a click or a key.'] },
  ],
];

test.each(reported)('%s', async (_, answer, outcome) => {
  expect(await saveBy(answer)).toEqual({ calls: [['files/save-text', vector]], ...outcome });
});
