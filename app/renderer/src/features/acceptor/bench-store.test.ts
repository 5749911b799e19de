import { expect, test } from 'vitest';
import { savableBench } from './bench-store.ts';

const secrets = [{ secretId: 'key', value: 'sk-live-0123' }];

test('what is saved of a bench has no secret', () => {
  const stored = savableBench({ text: '{}', context: { nodeId: 'ask', secrets }, secrets });
  expect(stored).toEqual({ text: '{}', context: { nodeId: 'ask' } });
});

test.each([['{"a": "sk-live-0123"}'], ['"use sk-live-0123 now"']])(
  '%s is not saved: it contains a secret',
  (text) => {
    expect(savableBench({ text, context: {}, secrets })).toBeNull();
  },
);
