/** Why a subject is shown as it is and not otherwise, in words and places. */
import { formatCount, member, strictPointerTokens } from '@openwop-inspector/base';
import { warningInfo } from '@openwop-inspector/protocol';
import type { RenderSubject } from '../contract/render-subject.ts';
import { renderRule } from '../model/choose/render-rules.ts';
import type { Choice } from './choose-renderer.ts';

/** One reason. Words of ours, but for `found`. */
export interface Reason {
  readonly title: string;
  /** RFC 6901 pointer from the value; empty for the value as a whole. */
  readonly pointer: string;
  /** The value at the pointer as one short line of JSON; null when there is none. Masked with the subject. */
  readonly found: string | null;
  readonly clause: string;
  /** The nearest form that would be rendered; null where there is none to give. */
  readonly nearest: string | null;
}

/** Everything the panel says. */
export interface Why {
  /** Reasons for another renderer than the requested one; empty when it is shown as requested. */
  readonly fallbacks: readonly Reason[];
  /** Remarks on content that is shown as requested: warnings of the acceptor. */
  readonly findings: readonly Reason[];
}

/** Rules that describe a thing, without a denied request. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['no_hint', 'url_needs_click']);

/** Reads the reasons off a choice. `stopped` names a renderer that broke while it was drawn. */
export function explainChoice(subject: RenderSubject, choice: Choice, stopped: string | null = null): Why {
  const fallbacks: Reason[] = choice.passedOver.map(({ title, problem }) => ({
    title: `Not shown as ${title}. ${problem.message}`,
    pointer: problem.pointer,
    found: foundAt(subject, problem.pointer),
    clause: problem.clause,
    nearest: problem.nearest,
  }));
  if (stopped !== null) fallbacks.unshift(stoppedReason(choice.renderer.title, stopped));
  if (subject.tooLarge) fallbacks.unshift(tooLarge);
  if (subject.kind === 'event') return { fallbacks, findings: [] };
  const findings: Reason[] = [];
  for (const { rule, pointer } of subject.rendering.notes) {
    const isFallback = !DESCRIPTIVE.has(rule);
    (isFallback ? fallbacks : findings).push({
      ...renderRule(rule),
      pointer,
      found: foundAt(subject, pointer),
    });
  }
  for (const { code, pointer } of subject.rendering.warnings) {
    const { title, clause } = warningInfo(code);
    findings.push({ title, pointer, found: foundAt(subject, pointer), clause, nearest: null });
  }
  return { fallbacks, findings };
}

const tooLarge: Reason = {
  title: 'The document is too large to be handed over whole, so it is shown as a tree over its bytes',
  pointer: '',
  found: null,
  clause: 'security S-12',
  nearest: 'At most 2 MiB beside media and long strings.',
};

function stoppedReason(title: string, said: string): Reason {
  return {
    title: `A bug of the inspector stopped the view as ${title} (${said})`,
    pointer: '',
    found: null,
    clause: 'security S-23',
    nearest: null,
  };
}

/** Longest value shown in a line, in UTF-16 units. */
const MAX_LENGTH = 120;

function foundAt({ value, leftOut, numbers }: RenderSubject, pointer: string): string | null {
  const long = leftOut.find((one) => one.pointer === pointer);
  if (long !== undefined) return `a string of ${formatCount(long.length)} characters`;
  const tokens = strictPointerTokens(pointer);
  if (tokens === null || tokens.length === 0) return null;
  let at = value;
  for (const token of tokens) {
    at = Array.isArray(at) ? at[Number(token)] : member(at, token);
  }
  if (at === undefined || (typeof at === 'object' && at !== null)) return null;
  const written = typeof at === 'number' ? numbers.find((one) => one.pointer === pointer)?.text : undefined;
  const text = written ?? JSON.stringify(at) ?? '';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
