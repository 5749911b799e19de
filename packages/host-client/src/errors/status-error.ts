/** Answers that say no, as one understandable message with the raw answer at hand. */
import { textAt } from '@openwop-inspector/base';
import type { HostError } from '../answers/host-error.ts';
import { maskPlain } from '../masking/mask-plain.ts';
import { maskText } from '../masking/mask-text.ts';
import { type ErrorBody, readErrorBody } from './error-body.ts';
import { errorSentence } from './error-words.ts';
import { retryAfterMs } from './retry-after.ts';

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
