import type { SchemaCompiler } from '@openwop-inspector/acceptor-core';
import { reasonsWords, violationMessage } from '@openwop-inspector/protocol';
import type { ValueVerdict } from './acceptor-contract.ts';

/** Violations that are told. */
const MAX_TOLD = 20;

/** Whether a value satisfies a schema of a host. Words of the schema only, never of the value. */
export function checkValue(schema: unknown, value: unknown, compile: SchemaCompiler): ValueVerdict {
  const compiled = compile('resumeSchema', schema);
  const errors = compiled.known ? compiled.value(value) : compiled;
  if (!errors.known) return { kind: 'not-checked', why: `Why: ${reasonsWords(errors.reasons)}.` };
  if (errors.value.length === 0) return { kind: 'satisfied' };
  const details = errors.value.slice(0, MAX_TOLD).map((error) => ({
    pointer: error.instancePath,
    message: violationMessage(error),
  }));
  return { kind: 'violated', details };
}
