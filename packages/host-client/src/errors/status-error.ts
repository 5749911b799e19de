/** Answers that say no, as one understandable message with the raw answer at hand. */
import { countAt, type JsonObject, textAt } from '@openwop-inspector/base';
import { type ErrorBody, readErrorBody } from '@openwop-inspector/protocol';
import type { HostError } from '../answers/host-error.ts';
import { maskPlain, maskText } from '../masking/mask-text.ts';
import { errorSentence } from './error-text.ts';

/** An answer as it came. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** What is known about the request beside the answer. */
export interface RequestFacts {
  /** Name of the host as in the address, with its port. */
  readonly host: string;
  readonly sentToken: boolean | null;
  readonly nowMs: number;
  /** Hides the token of the connection. */
  readonly mask: (text: string) => string;
}

const MAX_MESSAGE = 500;
const MAX_BODY = 65_536;

/** Reads an answer with a status that says no (bundles-and-transport.md section 5.1). Never throws. */
export function statusError(answer: FailedAnswer, facts: RequestFacts): HostError {
  const { status, headers, body } = answer;
  const told = readErrorBody(body);
  const code = facts.mask(told.code ?? `http_${status}`);
  const wait = retryAfterMs(headers, told.details, facts.nowMs);
  return {
    kind: 'status',
    status,
    code,
    message: facts.mask(messageOf(told, { ...facts, status, code, scope: told.scope, retryAfterMs: wait })),
    hostMessage: hostMessageOf(told, facts),
    retryAfterMs: wait,
    correlationId: status >= 500 ? correlationIdOf(told, facts) : null,
    rawBody: rawBodyOf(body, facts.mask),
  };
}

function messageOf(told: ErrorBody, subject: Parameters<typeof errorSentence>[0]): string {
  const sentence = errorSentence(subject);
  if (!told.isWebPage) return sentence;
  return `${sentence} The answer is a web page: something in front of the host speaks, not the host.`;
}

function hostMessageOf({ message }: ErrorBody, { mask }: RequestFacts): string | null {
  return message === null ? null : shortened(mask(maskPlain(message)), MAX_MESSAGE);
}

function correlationIdOf({ details }: ErrorBody, { mask }: RequestFacts): string | null {
  const id = textAt(details, 'correlationId');
  return id === null ? null : shortened(mask(maskPlain(id)), 128);
}

/** A body as it may be shown: masked, then cut. */
export function rawBodyOf(body: string, mask: (text: string) => string): string {
  return shortened(mask(maskText(body)), MAX_BODY);
}

/** The beginning of a text, never with half a character at its end. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** How long a host asks to wait, in ms; null when it does not. */
/** Nobody is made to wait longer than this. */
const MAX_MS = 24 * 3600 * 1000;

/**
 * From the header `Retry-After`, in seconds or as a date, or from `details.retryAfterMs` (section 5.1). A date is
 * compared with the host's own clock when the answer tells it, so that a wrong clock here or there does not matter.
 */
export function retryAfterMs(headers: Headers, details: JsonObject, nowMs: number): number | null {
  const fromHeader = ofHeader(headers.get('retry-after'), hostNow(headers, nowMs));
  const ms = fromHeader ?? countAt(details, 'retryAfterMs');
  return ms === null ? null : Math.min(ms, MAX_MS);
}

function hostNow(headers: Headers, nowMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

function ofHeader(text: string | null, nowMs: number): number | null {
  if (text === null || text.trim() === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.ceil(seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
