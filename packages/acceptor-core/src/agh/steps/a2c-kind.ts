import { AGH_KINDS, type AghKind } from '../agh-codes.ts';
import { type AghStep, rejected } from '../agh-step.ts';
import { type AghRecord, own } from '../records.ts';

function isKind(value: unknown): value is AghKind {
  return AGH_KINDS.some((kind) => kind === value);
}

/** A2c: one of the seven kinds. */
export const kind: AghStep<AghRecord, AghKind> = {
  id: 'A2c',
  clause: 'agh 1',
  inputs: ['/kind'],
  check(record) {
    const value = own(record, 'kind');
    if (isKind(value)) return { verdict: 'passed', note: value, seen: value };
    const details = [{ pointer: '/kind', message: `is not one of ${AGH_KINDS.join(', ')}` }];
    return rejected('unsupported_kind', 'not one of the seven kinds', details);
  },
};
