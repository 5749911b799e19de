/** The error of a failed event, in whatever form a host wrote it (run-events 5.3). */
import { isProblemCode, isRefusalCode, problemInfo, refusalInfo } from '@openwop-inspector/protocol';
import type { SheetBody } from './event-sheet.ts';
import { derivedField, fieldOf, fieldsOf, valuePart } from './fields.ts';
import type { Members } from './members.ts';
import type { SheetField } from './sheet.ts';

export interface ErrorFacts extends Required<Pick<SheetBody, 'fields' | 'parts'>> {
  /** For a sentence; null when none was recorded. */
  readonly code: string | null;
}

/**
 * Reads the error under `key`: an object, or a text, or, where there is neither, `code` and `message` of the payload
 * itself. A copy of the same code and message outside the object is not displayed twice.
 */
export function errorFacts(payload: Members, key = 'error'): ErrorFacts {
  const error = payload.within(key);
  if (error === null)
    return typeof payload.peek(key) === 'string' ? textError(payload, key) : factsOf(payload);
  for (const name of ['code', 'message']) {
    if (payload.peek(name) === error.peek(name)) payload.take(name);
  }
  return factsOf(error);
}

function textError(payload: Members, key: string): ErrorFacts {
  const own = factsOf(payload);
  return {
    ...own,
    fields: [...own.fields, fieldOf(payload, key, { kind: 'text', label: 'Message' })],
  };
}

function factsOf(error: Members): ErrorFacts {
  const code = error.peekText('code');
  return {
    code,
    fields: [
      ...fieldsOf(error, 'code message'),
      ...knownCode(code),
      ...fieldsOf(error, 'userMessage category action retryable'),
    ],
    parts: [valuePart(error, 'details'), valuePart(error, 'stack', 'Stack', { open: false, look: 'mono' })],
  };
}

/** What the table of codes says: meaning, advice, clause. */
function knownCode(code: string | null): readonly SheetField[] {
  if (code === null) return [];
  const info = isRefusalCode(code) ? refusalInfo(code) : isProblemCode(code) ? problemInfo(code) : null;
  if (info === null) return [];
  return [
    derivedField('Meaning', `${info.title}.`),
    derivedField('What to do', info.advice),
    derivedField('Clause', info.clause),
  ];
}
