import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import { violationMessage } from '@openwop-inspector/protocol';
import type { ValueVerdict } from './acceptor-contract.ts';

/** Violations that are told. */
const MOST_TOLD = 20;

/** Whether a value satisfies a schema of a host. Words of the schema only, never of the value. */
export function checkValue(schema: unknown, value: unknown): ValueVerdict {
  const compiled = createSchemaCompiler()('resumeSchema', schema);
  if (!compiled.ok) return { kind: 'not-checked', why: `The schema cannot be used: ${compiled.reason}.` };
  const errors = compiled.check(value);
  if (errors === null) return { kind: 'not-checked', why: 'The schema could not be run.' };
  if (errors.length === 0) return { kind: 'satisfied' };
  const details = errors.slice(0, MOST_TOLD).map((error) => ({
    pointer: error.instancePath,
    message: violationMessage(error),
  }));
  return { kind: 'violated', details };
}
