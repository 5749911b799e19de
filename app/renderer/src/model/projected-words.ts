import type { ProjectedEvent } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';

/** What a projected event says, in a few words of its payload. */
export function projectedWords({ type, payload }: ProjectedEvent): string {
  switch (type) {
    case 'cap.breached':
      return `kind ${at(payload, 'kind')}, limit ${at(payload, 'limit')}, observed ${at(payload, 'observed')}`;
    case 'node.failed':
    case 'run.failed':
      return failureWords(payload);
    case 'clarification.requested':
      return countOf(lengthAt(payload, 'questions'), 'question');
    case 'interrupt.requested':
      return `kind ${at(payload, 'kind')}, key ${at(payload, 'key')}`;
    case 'log.appended':
      return logWords(payload);
    default:
      return '';
  }
}

/** The entry of an accepted envelope names its kind, the one of a refusal that fails no node its code. */
function logWords(payload: unknown): string {
  const type = at(payload, 'fields', 'envelopeType');
  return `level ${at(payload, 'level')}, ${type === NOTHING ? at(payload, 'fields', 'code') : type}`;
}

function failureWords(payload: unknown): string {
  const violations = lengthAt(payload, 'error', 'details', 'violations');
  const code = at(payload, 'error', 'code');
  return violations === 0 ? code : `${code}, ${countOf(violations, 'violation')}`;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

const NOTHING = '–';

function at(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : NOTHING;
}

function lengthAt(value: unknown, ...path: readonly string[]): number {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.length : 0;
}
