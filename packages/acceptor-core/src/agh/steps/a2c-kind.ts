import { type JsonObject, ownValue } from '@openwop-inspector/base';
import { AGH_KINDS, type AghKind } from '../agh-codes.ts';
import { type AghStep, rejected } from '../agh-step.ts';

function isKind(value: unknown): value is AghKind {
  return AGH_KINDS.some((kind) => kind === value);
}

/** A2c: one of the seven kinds. */
export const kind: AghStep<JsonObject, AghKind> = {
  id: 'A2c',
  clause: 'agh 1',
  inputs: ['/kind'],
  check(record) {
    const value = ownValue(record, 'kind');
    if (isKind(value)) return { verdict: 'passed', note: value, seen: value };
    const details = [{ pointer: '/kind', message: `is not one of ${AGH_KINDS.join(', ')}` }];
    return rejected('unsupported_kind', 'not one of the seven kinds', details);
  },
};
