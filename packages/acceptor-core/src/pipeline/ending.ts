/** How the pipeline ends before its last step. */
import type { Redactor } from '@openwop-inspector/base';
import {
  MAX_DETAILS,
  type RefusalCode,
  reasonWithTexts,
  type UnknownReason,
  type UnknownReasons,
} from '@openwop-inspector/protocol';
import type { CapKind, EnvelopeOutcome, OutcomeDetail } from '../accept-context.ts';
import { isRefusal } from '../accept-result.ts';
import { rawErrors, violationSentence } from '../findings/outcome-details.ts';
import type { ForeignError } from '../foreign-check.ts';
import type { KnownOutcome } from '../memory/run-memory.ts';
import type { Gate } from './settings.ts';
import { NO_DETAILS, type Work } from './work.ts';

/** A chunk that is not the last one (acceptor S3p). */
export interface Buffered {
  readonly status: 'buffered';
}

/** A repeat: the first outcome is given out again (acceptor S12). */
export interface Replayed {
  readonly status: 'replayed';
  readonly known: KnownOutcome;
}

export interface Refused {
  readonly status: 'invalid' | 'gated' | 'breached';
  readonly code: RefusalCode;
  /** Contains the code; masked. */
  readonly reason: string;
  readonly details: readonly OutcomeDetail[];
  readonly capKind: CapKind | null;
  /** Cap that was reached, with `capKind`. */
  readonly cap: number;
  readonly gate: EnvelopeOutcome['gate'] | null;
}

/** The check of the step gave no answer: neither accepted nor refused (acceptor 2.2). */
export interface Stopped {
  readonly status: 'stopped';
  /** Masked. */
  readonly reasons: UnknownReasons;
}

export type Ending = Buffered | Replayed | Refused | Stopped;

export const BUFFERED: Buffered = Object.freeze({ status: 'buffered' });

/** An `invalid` ending. `text` says in one line what is wrong; secrets in it are masked. */
export function invalid(
  work: Work,
  code: RefusalCode,
  text: string,
  details: readonly OutcomeDetail[] = NO_DETAILS,
): Refused {
  const reason = text === '' ? code : `${code}: ${work.settings.redactor.text(text)}`;
  return { ...NO_CAP, status: 'invalid', code, reason, details };
}

/**
 * An `invalid` ending in the words of the reference host: what it says comes before the first colon, our code after
 * it, so that the reason contains the code as everywhere. Without words the reason is the code alone.
 */
export function referenceInvalid(
  work: Work,
  code: RefusalCode,
  words: string,
  details: readonly OutcomeDetail[],
): Refused {
  const reason = words === '' ? code : `${work.settings.redactor.text(words)}: ${code}`;
  return { ...NO_CAP, status: 'invalid', code, reason, details };
}

const NO_CAP = { capKind: null, cap: 0, gate: null } as const;

/** The reason of a refusal without its code. */
export function reasonText({ reason }: Refused): string {
  return reason.slice(reason.indexOf(': ') + 2);
}

/** An ending at a gate. */
export function gated(work: Work, { acceptedTypes, refusalMode }: Gate, reason: string): Refused {
  const { redactor } = work.settings;
  return {
    ...NO_CAP,
    status: 'gated',
    code: 'envelope_contract_violation',
    reason: redactor.text(reason),
    details: NO_DETAILS,
    gate: {
      refusedType: redactor.text(work.type),
      acceptedTypes: acceptedTypes.map((type) => redactor.text(type)),
      refusalMode,
    },
  };
}

/** A `stopped` ending; secrets in its reasons are masked. */
export function stopped({ settings: { redactor } }: Work, reasons: UnknownReasons): Stopped {
  const [first, ...others] = reasons;
  const masked = (reason: UnknownReason) => reasonWithTexts(reason, redactor);
  return { status: 'stopped', reasons: [masked(first), ...others.map(masked)] };
}

/** Whether an ending refuses the envelope. */
export function isRefused(ending: Ending | null): ending is Refused {
  return ending !== null && isRefusal(ending);
}

// From the violations of a schema to the details of an outcome.

/** A detail that comes from no schema. */
export function ruleDetail(instancePath: string, keyword: string, message: string): OutcomeDetail {
  return { instancePath, schemaPath: `#/${keyword}`, keyword, message };
}

/**
 * What the reference host lists: the violations of every tried branch, nothing chosen. Each place and keyword once,
 * so that at most fifty hold what matters.
 */
export function plainDetails(work: Work, errors: readonly ForeignError[]): readonly OutcomeDetail[] {
  const { redactor } = work.settings;
  const distinct = new Map<string, ForeignError>();
  for (const error of rawErrors(errors)) {
    const key = `${error.keyword} ${error.instancePath}`;
    const known = distinct.get(key);
    // Of several surplus members the first by name represents all, in any order of the keys.
    if (known === undefined || nameOf(error) < nameOf(known)) distinct.set(key, error);
  }
  return [...distinct.values()].slice(0, MAX_DETAILS).map((error) => ({
    instancePath: redactor.pointer(error.instancePath),
    schemaPath: redactor.pointer(error.schemaPath),
    keyword: error.keyword,
    message: violationSentence(error, redactor.pointer),
  }));
}

/** Violations of one rule at one place differ in the member they name. */
function nameOf({ params }: ForeignError): string {
  const name = params.additionalProperty ?? params.propertyName ?? params.missingProperty;
  return typeof name === 'string' ? name : '';
}

// Names from the content in a line of words.

/** Characters displayed of one name, and names displayed of a list. */
const MAX_LENGTH = 80;
const MAX_NAMES = 5;

/** A name on one line: masked whole before it is cut, so that no part of a secret is left. */
export function displayName(redactor: Redactor, name: string): string {
  const points = Array.from(redactor.text(name).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH - 1).join('')}…` : points.join('');
}

/** The first names with commas between, and how many more there are. */
export function displayNames(redactor: Redactor, names: readonly string[]): string {
  const displayed = names.slice(0, MAX_NAMES).map((name) => displayName(redactor, name));
  const left = names.length - displayed.length;
  return `${displayed.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
