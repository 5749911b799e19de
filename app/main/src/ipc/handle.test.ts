import { callNames, needsGesture } from '@openwop-inspector/shell-contract';
import type { ShellCallService } from '@openwop-inspector/shell-core';
import { beforeEach, expect, test, vi } from 'vitest';

/** Replaces the IPC of Electron, which exists in its main process alone: the handlers, by channel. */
const door = vi.hoisted(() => new Map<string, (event: unknown, ...args: readonly unknown[]) => unknown>());
vi.mock('electron', () => ({
  ipcMain: {
    handle: (name: string, answer: (event: unknown, ...args: readonly unknown[]) => unknown) =>
      door.set(name, answer),
  },
}));

const window = { name: 'the top frame of the window' };
const requested: unknown[] = [];
const logged: unknown[] = [];
let isTouched = true;

beforeEach(async () => {
  door.clear();
  requested.length = 0;
  logged.length = 0;
  isTouched = true;
  const { handleCalls } = await import('./handle.ts');
  const answer: ShellCallService['answer'] = async (name, request) => {
    requested.push([name, request]);
    return { kind: 'answered', reply: null };
  };
  const service: Pick<ShellCallService, 'answer'> = { answer };
  Reflect.apply(handleCalls, undefined, [
    service,
    (frame: unknown) => frame === window,
    () => isTouched,
    (line: unknown) => logged.push(line),
  ]);
});

test('the channels of the main process are the calls of the contract and no others (security S-01)', () => {
  expect([...door.keys()].sort()).toEqual([...callNames].sort());
});

test.each(callNames)('%s is answered to the top frame of the window (security S-01)', async (name) => {
  expect(await door.get(name)?.({ senderFrame: window }, {})).toEqual({ ok: true, reply: null });
  expect(requested).toEqual([[name, {}]]);
});

test.each([
  ['another frame', { senderFrame: { name: 'a frame of a surface' } }, [{}]],
  ['a frame that is gone', { senderFrame: null }, [{}]],
  ['no argument', { senderFrame: window }, []],
  ['two arguments', { senderFrame: window }, [{}, {}]],
])('from %s nothing is handed on (security S-01)', async (_, event, args) => {
  for (const name of callNames) {
    expect(await door.get(name)?.(event, ...args)).toEqual({
      ok: false,
      why: `${name} was called by something that is not the window.`,
    });
  }
  expect(requested).toEqual([]);
  expect(logged).toHaveLength(callNames.length);
});

test('without a gesture of the person only calls that need none are handed on (security S-18)', async () => {
  isTouched = false;
  for (const name of callNames) await door.get(name)?.({ senderFrame: window }, {});
  expect(requested).toEqual(callNames.filter((name) => !needsGesture(name)).map((name) => [name, {}]));
});
