import type { RequestQuestion } from '@openwop-inspector/shell-core';
import type { MessageBoxOptions } from 'electron';
import { expect, test } from 'vitest';
import { createRequestDoor } from './ask-about-request.ts';

const newHost: RequestQuestion = {
  origin: 'https://host.example:8443',
  isNewOrigin: true,
  variable: null,
  isVariableNamed: false,
};

/** What the dialog says, and what is made of the button that is pressed. */
async function requested(question: RequestQuestion, button: string) {
  const displayed: MessageBoxOptions[] = [];
  const ask = createRequestDoor(async (options) => {
    displayed.push(options);
    return { response: options.buttons?.indexOf(button) ?? -1 };
  });
  const isAllowed = await ask(question);
  const [{ message = '', detail = '', buttons = [], defaultId = -1, cancelId = -1 } = {}] = displayed;
  return {
    isAllowed,
    words: `${message}\n${detail}`,
    onEnter: buttons[defaultId],
    onEscape: buttons[cancelId],
  };
}

test.each([
  ['Allow', true],
  ['Cancel', false],
  ['no button: the dialog was closed', false],
])('%s means %s, and Enter and Escape mean no', async (button, expected) => {
  const { isAllowed, onEnter, onEscape } = await requested(newHost, button);
  expect([isAllowed, onEnter, onEscape]).toEqual([expected, 'Cancel', 'Cancel']);
});

test('a new origin is shown whole, with what may mislead in it', async () => {
  const { words } = await requested({ ...newHost, origin: 'http://xn--pple-43d.example' }, 'Cancel');
  expect(words).toContain('Allow requests to this host?');
  expect(words).toContain('Host: xn--pple-43d.example (written as аpple.example)');
  expect(words).toContain('The connection is not encrypted.');
  expect(words).toContain('The answer holds until the application ends.');
  expect(words).not.toContain('variable');
});

test.each([
  [true, 'The variable was named when the application was started.'],
  [false, 'it was chosen in the window.'],
])('a variable is named, and who chose it: at the start %s', async (isVariableNamed, said) => {
  const { words } = await requested({ ...newHost, variable: 'A_TOKEN', isVariableNamed }, 'Cancel');
  expect(words).toContain('The value of the environment variable A_TOKEN is sent to it as the token.');
  expect(words).toContain(said);
});

test('where the origin is allowed already the question is about the variable', async () => {
  const { words } = await requested({ ...newHost, isNewOrigin: false, variable: 'A_TOKEN' }, 'Cancel');
  expect(words).toContain('Allow this environment variable to be read and sent to this host?');
  expect(words).not.toContain('Nothing was asked');
});
