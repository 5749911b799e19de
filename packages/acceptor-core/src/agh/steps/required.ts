import { ownValue } from '@openwop-inspector/base';
import { malformed, passed, recordStep } from '../agh-step.ts';

const REQUIRED = ['protocol', 'id', 'kind', 'channel', 'from', 'ts', 'body'] as const;

/** A2a: the keys that every message has. Whether their values are right is for the steps behind this one. */
export const required = recordStep({
  id: 'A2a',
  name: 'required keys',
  clause: 'agh 1',
  inputs: REQUIRED.map((key) => `/${key}`),
  check: (record) => {
    const missing = REQUIRED.filter((key) => ownValue(record, key) === undefined);
    if (missing.length === 0) return passed('all required keys are there');
    return malformed(missing.map((key) => ({ pointer: `/${key}`, message: `${key} is missing` })));
  },
});
