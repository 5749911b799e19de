import { compareKeys, type Vector, type VectorAnswer } from '@openwop-inspector/acceptor-core';
import { errorCodeOf } from '@openwop-inspector/host-client';

/** Runs a vector with `errorBody`: the code that the body of a failed request tells (vectors FORMAT 7). */
export function runErrorBody(vector: Vector): VectorAnswer {
  const { status, body } = errorBodyOf(vector.input);
  return compareKeys({ code: errorCodeOf(status, body) }, vector.expect);
}

function errorBodyOf(input: unknown): { readonly status: number; readonly body: string } {
  const isObject = typeof input === 'object' && input !== null;
  const status = isObject && 'status' in input ? input.status : undefined;
  const body = isObject && 'body' in input ? input.body : undefined;
  return { status: typeof status === 'number' ? status : 0, body: typeof body === 'string' ? body : '' };
}
