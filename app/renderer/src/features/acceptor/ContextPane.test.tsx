// @vitest-environment jsdom
import { type AcceptContext, readAcceptContext } from '@openwop-inspector/acceptor-core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ContextPane } from './ContextPane.tsx';

afterEach(cleanup);

function show(context: AcceptContext) {
  const replaced: AcceptContext[] = [];
  const nothing = () => undefined;
  render(
    <ContextPane
      context={context}
      secrets={[]}
      provenance={[]}
      problem={null}
      onReplace={(whole) => replaced.push(whole)}
      onSecrets={nothing}
      onLoad={nothing}
    />,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('context');
  const leaveWith = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
  };
  return { field, leaveWith, replaced };
}

test('the whole context is edited as one document', () => {
  const { field, leaveWith, replaced } = show({ nodeId: 'ask' });
  expect(readAcceptContext(JSON.parse(field.value))).toMatchObject({ context: { nodeId: 'ask' } });
  leaveWith('{"nodeId": "draft", "host": {"limits": {"schemaRounds": 0}}}');
  expect(replaced).toEqual([{ nodeId: 'draft', host: { limits: { schemaRounds: 0 } } }]);
});

test.each([
  ['{"nodeID": "draft", "host": {"limit": {}}}', /\/nodeID: There is no field.*\/host\/limit: There is no/],
  ['[]', /This takes an object, not an array/],
  ['{"nodeId" "x"}', /Not JSON/],
])('%s: the error is reported, and nothing is applied', (text, words) => {
  const { leaveWith, replaced, field } = show({ nodeId: 'ask' });
  leaveWith(text);
  expect(screen.getByRole('alert').textContent).toMatch(words);
  expect(field.value).toBe(text);
  expect(replaced).toEqual([]);
});

test('a secret in the document does not stay in the field', () => {
  const { leaveWith, replaced, field } = show({ nodeId: 'ask' });
  leaveWith('{"nodeId": "ask", "secrets": [{"secretId": "key", "value": "sk-live-0123"}]}');
  expect(replaced).toEqual([{ nodeId: 'ask', secrets: [{ secretId: 'key', value: 'sk-live-0123' }] }]);
  expect(field.value).not.toContain('sk-live');
});
