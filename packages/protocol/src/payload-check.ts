/** Checks payloads of run events against the catalogue (run-events 3.2), and whole documents against their schemas. */
import { isRecord } from '@openwop-inspector/base';
import { documentValidators } from './generated/document-validators.js';
import {
  payloadTextValidators,
  payloadV2Validators,
  payloadValidators,
} from './generated/payload-validators.js';
import { findingsOf, isAtOrBelow, noFindings, type SchemaFinding } from './schema-findings.ts';
import { isMessageBody, isTreeBody } from './surface-messages.ts';

/** Where a payload differs, by what says so. */
export interface PayloadFindings {
  /** From the published schema of its type: a warning at most, since hosts are known to deviate (run-events 5.3). */
  readonly schema: readonly SchemaFinding[];
  /** From rules of the text beyond the published schema: a note, never more. */
  readonly text: readonly SchemaFinding[];
}

const fitting: PayloadFindings = Object.freeze({ schema: noFindings, text: noFindings });

/**
 * Where the payload of an event differs from the published schema of its type and from the text: at most ten findings
 * each, deepest place first; the same frozen answer when it fits or when the type is outside the catalogue. Where a
 * published schema only says that none of several forms fits and the text knows which one is meant, the finding is
 * that of the form. Never throws; never changes the payload. Cost: a few hundred nanoseconds for a payload that fits,
 * independent of undeclared content. In a log of OpenWOP v2 a payload that v2 changed is judged by its form there.
 */
export function payloadFindings(type: string, payload: unknown, isV2 = false): PayloadFindings {
  const found = allFindings(type, payload, isV2);
  const data = isRecord(payload) ? payload.data : undefined;
  // The payload of an interrupt may ask with a surface (envelope 7.5).
  return found !== fitting && (isTreeBody(data) || isMessageBody(data)) ? withSurface(found) : found;
}

function allFindings(type: string, payload: unknown, isV2: boolean): PayloadFindings {
  const changed = isV2 ? payloadV2Validators.get(type) : undefined;
  if (changed !== undefined) {
    const all = findingsOf(changed, payload);
    const schema = all.filter((finding) => !isOldEngine(finding));
    return { schema, text: all.filter(isOldEngine) };
  }
  const validator = payloadValidators.get(type);
  if (validator === undefined) return fitting;
  const schema = findingsOf(validator, payload);
  const textValidator = payloadTextValidators.get(type);
  const text = textValidator === undefined ? noFindings : findingsOf(textValidator, payload);
  if (schema.length === 0) return text.length === 0 ? fitting : { schema, text };
  return {
    // In place of "none of the forms fits", what the text says of the form that is meant.
    schema: schema.flatMap((finding) => {
      const ofForm = isFormless(finding)
        ? text.filter((one) => isAtOrBelow(one.pointer, finding.pointer))
        : [];
      return ofForm.length === 0 ? [finding] : ofForm;
    }),
    text: text.filter((one) => !isReported(schema, one)),
  };
}

/** Says in one finding of a surface what its members would say one by one: the schema has forms for other data alone. */
function withSurface({ schema, text }: PayloadFindings): PayloadFindings {
  const isOfData = ({ pointer }: SchemaFinding): boolean => isAtOrBelow(pointer, '/data');
  const shortened = (found: readonly SchemaFinding[]): readonly SchemaFinding[] =>
    found.some(isOfData) ? [OF_SURFACE, ...found.filter((one) => !isOfData(one))] : found;
  return {
    schema: shortened(schema),
    text: schema.some(isOfData) ? text.filter((one) => !isOfData(one)) : shortened(text),
  };
}

const OF_SURFACE: SchemaFinding = Object.freeze({
  pointer: '/data',
  keyword: 'anyOf',
  message: 'is a surface, for which the schema of the interrupt has no form',
});

/** An engine version that is a text without a number: a note at most (openwop-v2 13.5). */
function isOldEngine({ pointer, keyword }: SchemaFinding): boolean {
  return pointer === '/engineVersion' && keyword === 'pattern';
}

function isFormless({ keyword }: SchemaFinding): boolean {
  return keyword === 'anyOf';
}

function isReported(schema: readonly SchemaFinding[], { pointer, message }: SchemaFinding): boolean {
  return schema.some(
    (known) =>
      (known.pointer === pointer && known.message === message) ||
      (isFormless(known) && isAtOrBelow(pointer, known.pointer)),
  );
}

/** True for a type whose payload OpenWOP v2 changed (run-events 3.6). */
export function hasV2Payload(type: string): boolean {
  return payloadV2Validators.has(type);
}

/** The findings of the published schema alone; the same empty frozen array when there are none. */
export function checkPayload(type: string, payload: unknown): readonly SchemaFinding[] {
  return payloadFindings(type, payload).schema;
}

/** The documents with a schema of ours. `interrupt` is the published closed shape (run-events 3.3). */
export type DocumentName =
  | 'agh-envelope'
  | 'agh-later-envelope'
  | 'capabilities'
  | 'debug-bundle'
  | 'error-envelope'
  | 'export-bundle'
  | 'interrupt'
  | 'run-event'
  | 'run-snapshot';

/**
 * Where a document differs from its schema: at most ten findings, deepest place first; an empty frozen array when it
 * fits. Walks the whole document, events of a bundle included, but not their payloads.
 */
export function checkDocument(name: DocumentName, value: unknown): readonly SchemaFinding[] {
  const validator = documentValidators.get(name);
  if (validator === undefined) throw new Error(`no generated validator for ${name}`);
  return findingsOf(validator, value);
}
