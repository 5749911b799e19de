/** Validates answers against the schemas of a host, in the acceptor's worker before anything is sent. */
import { unreachable } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import type { CheckResume, ResumeCheck } from '@openwop-inspector/renderers';
import type { DraftProblem, GivenAnswer } from './answers.ts';
import { answerPlace, type OpenInterrupt } from './open-interrupt.ts';

/** Checks are not cancelled: they finish within the limits of the worker. */
const NEVER = new AbortController().signal;

/** The checker; null for none, and then nothing is checked. */
export type Checker = CheckResume | null;

/** Checks each answer whose question has a schema; warnings are of those that could not be checked. */
export async function checkAnswers(check: Checker, answers: readonly GivenAnswer[]) {
  const problems: DraftProblem[] = [];
  const warnings: string[] = [];
  for (const { question, value } of answers) {
    if (question.schema === null || question.schema === undefined) continue;
    const verdict = await verdictOf(check, question.schema, value);
    switch (verdict.kind) {
      case 'satisfied':
        break;
      case 'violated':
        problems.push({ field: question.id, message: violated(verdict.details) });
        break;
      case 'not-checked':
        warnings.push(`The answer to ${question.id} was not checked against its schema. ${verdict.why}`);
        break;
      default:
        unreachable(verdict);
    }
  }
  return { problems, warnings };
}

/** Warnings about a value and the resume schema before it is sent; the host decides. */
export async function resumeWarnings(
  check: Checker,
  schema: unknown,
  value: unknown,
): Promise<readonly string[]> {
  if (schema === null || schema === undefined) return [];
  const verdict = await verdictOf(check, schema, value);
  if (verdict.kind === 'satisfied') return [];
  if (verdict.kind === 'not-checked') return [`Not checked against the resumeSchema. ${verdict.why}`];
  return [`It does not satisfy the resumeSchema of the interrupt: ${violated(verdict.details)}`];
}

async function verdictOf(check: Checker, schema: unknown, value: unknown): Promise<ResumeCheck> {
  if (check === null) return { kind: 'not-checked', why: 'Nothing here checks schemas of hosts.' };
  try {
    return await check(schema, value, NEVER);
  } catch {
    return { kind: 'not-checked', why: 'The check could not be made.' };
  }
}

function violated(details: Extract<ResumeCheck, { readonly kind: 'violated' }>['details']): string {
  const [first] = details;
  if (first === undefined) return 'its schema refuses it.';
  const more = details.length > 1 ? `, and ${details.length - 1} more` : '';
  return `${first.pointer === '' ? '' : `${first.pointer} `}${first.message}${more}.`;
}

/** Props of every form of an interrupt, and the action it composes. */
export interface AnswerFormProps {
  readonly sessionId: string;
  readonly interrupt: OpenInterrupt;
  /** Name of the place the outcome is displayed at. */
  readonly place: string;
}

/**
 * The answer to an interrupt. The user's input is trusted; content copied from the request has its trust, and untrusted
 * content never advances an approval (security a2ui-untrusted-blocks-approval).
 */
export function answerAction(
  interrupt: OpenInterrupt,
  resumeValue: unknown,
  valueOrigin: 'person' | 'content',
): RunAction {
  const isTainted = valueOrigin === 'content' && interrupt.isUntrusted;
  return {
    kind: 'resolve-interrupt',
    interruptKind: interrupt.kind,
    ...answerPlace(interrupt),
    resumeValue,
    valueOrigin,
    contentTrust: isTainted ? 'untrusted' : 'trusted',
  };
}
