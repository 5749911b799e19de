import { type JsonObject, ownValue } from '@openwop-inspector/base';
import { type AghStep, malformed, passed } from '../agh-step.ts';

const REQUIRED = ['protocol', 'id', 'kind', 'channel', 'from', 'ts', 'body'] as const;

/** A2a: the keys that every message has. Whether their values are right is for the steps behind this one. */
export const required: AghStep<JsonObject> = {
  id: 'A2a',
  clause: 'agh 1',
  inputs: REQUIRED.map((key) => `/${key}`),
  check(record) {
    const missing = REQUIRED.filter((key) => ownValue(record, key) === undefined);
    if (missing.length === 0) return passed('all required keys are there');
    return malformed(missing.map((key) => ({ pointer: `/${key}`, message: `${key} is missing` })));
  },
};
