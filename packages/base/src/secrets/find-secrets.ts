/**
 * Finds credentials in text by their shape: bearer tokens, keys of well-known providers, JWTs, private keys, passwords
 * in URLs, live tokens in paths, and values of secret names inside embedded JSON. Every pattern is bounded, so that
 * the cost is O(length) for any text.
 */
import { isRedacted } from '../mask/mark.ts';
import { isSecretKey, isTokenKey } from './secret-names.ts';

/** What a piece of text looks like. `token` is a live token of a run (security S-20), the others are credentials. */
export type SecretKind =
  | 'bearer'
  | 'basic'
  | 'apiKey'
  | 'jwt'
  | 'privateKey'
  | 'password'
  | 'canary'
  | 'token';

/** A secret inside a text, in UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** Id of the rule that found it, as in the table of secrets: `github-token`, `name`. */
  readonly rule: string;
}

interface Shape {
  readonly rule: string;
  readonly kind: SecretKind;
  /** Two groups: what stays, and the secret. */
  readonly pattern: RegExp;
  /** Refuses what only looks like it at first sight. */
  readonly accept?: (secret: string) => boolean;
}

/** Text without any of these has none of the shapes, and most text has none of these. */
const HINT =
  /(?:sk|xai)-|[hprs]k_|whsec_|gh[opsru]_|github_pat_|glpat-|xox|gsk_|hf_|npm_|AKIA|ASIA|AIza|ya29|SG\.|eyJ|-BEGIN|bearer|basic|interrupts|assets|CANARY|:\/\/[^\s/]{0,256}@/i;

/** Prefixes of keys that are told by their prefix alone, by rule. */
const PREFIXES: Readonly<Record<string, string>> = {
  stripe: '[hprs]k_(?:live|test)_|whsec_',
  github: 'gh[opsru]_|github_pat_',
  gitlab: 'glpat-',
  slack: 'xox[abeprs]-',
  groq: 'gsk_',
  'hugging-face': 'hf_',
  npm: 'npm_',
  google: 'AIza|ya29\\.',
  sendgrid: 'SG\\.',
};

const SHAPES: readonly Shape[] = [
  {
    kind: 'privateKey',
    rule: 'private-key',
    pattern:
      /()(-----BEGIN [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}KEY(?: BLOCK)?-----|$))/g,
  },
  { kind: 'bearer', rule: 'bearer', pattern: /(\bbearer[ \t]{1,9})([\w.~+/=-]{8,})/gi, accept: isNoWord },
  {
    kind: 'basic',
    rule: 'basic',
    pattern: /(\bbasic[ \t]{1,9})([A-Za-z0-9+/]{8,}={0,2})/gi,
    accept: isNoWord,
  },
  { kind: 'apiKey', rule: 'openai', pattern: /((?<![A-Za-z0-9]))(sk-[\w-]{8,})/g, accept: isNoWord },
  { kind: 'apiKey', rule: 'xai', pattern: /((?<![A-Za-z0-9]))(xai-[\w-]{8,})/g, accept: isNoWord },
  ...Object.entries(PREFIXES).map(
    ([rule, prefix]): Shape => ({
      kind: 'apiKey',
      rule,
      pattern: new RegExp(`((?<![A-Za-z0-9_]))((?:${prefix})[\\w.-]{8,})`, 'g'),
    }),
  ),
  { kind: 'apiKey', rule: 'aws', pattern: /((?<![A-Za-z0-9]))((?:AKIA|ASIA)[0-9A-Z]{12,})/g },
  { kind: 'jwt', rule: 'jwt', pattern: /((?<![A-Za-z0-9_-]))(eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?)/g },
  { kind: 'password', rule: 'url-password', pattern: /(:\/\/[^\s/:@"']{0,128}:)([^\s/@"']{1,256})(?=@)/g },
  { kind: 'canary', rule: 'canary', pattern: /()(CANARY-[\w-]{0,64}NEVER-SECRET[\w-]{0,64})/g },
  {
    kind: 'token',
    rule: 'interrupt-token',
    pattern:
      /((?:\\{0,3}\/|%2f)v1(?:\\{0,3}\/|%2f)interrupts(?:\\{0,3}\/|%2f))((?:[^/?#\s"'<>\\%]|%(?!2f))+)/gi,
  },
  {
    kind: 'token',
    rule: 'asset-token',
    pattern: /((?:\\{0,3}\/|%2f)assets(?:\\{0,3}\/|%2f))((?:[^/?#\s"'<>\\%]|%(?!2f))+)/gi,
  },
];

/** Values of secret names inside a text. Groups: name, what is between, value. */
const NAMED: readonly { readonly hint: RegExp; readonly pattern: RegExp; readonly isProse: boolean }[] = [
  {
    // Members of JSON that stands inside a text, quoted any number of times.
    hint: /["']\s{0,9}:/,
    pattern: /\\{0,7}["']([\w.-]{1,64})(\\{0,7}["']\s{0,9}:\s{0,9}\\{0,7}["'])((?:[^"'\\]|\\[^"'])+)/g,
    isProse: false,
  },
  {
    // `name=value` as in query strings and connection strings.
    hint: /=/,
    pattern: /(?<![\w-])([\w-]{1,40})(=)((?!\[(?:redacted|byok)|\*{3})[^\s&"'<>,;)\]}\\…]{6,})/gi,
    isProse: false,
  },
  {
    // `x-api-key: value` as in headers.
    hint: /api-key|auth-token|authorization|cookie/i,
    pattern:
      /(?<![\w-])([\w-]{0,20}(?:api-key|auth-token|authorization|cookie))(\s{0,5}:\s{0,5})((?!\[(?:redacted|byok)|\*{3})[^\s,;"'\\…]{8,})/gi,
    isProse: true,
  },
];

/** Words such as "Bearer authentication" are prose. */
function isNoWord(secret: string): boolean {
  return secret.length >= 20 || !/^(?:sk-|xai-)?[A-Za-z]?[a-z]+(?:[-/][a-z]+){0,4}[.=]{0,3}$/.test(secret);
}

/** No shape is shorter: `/assets/` and one character, `pwd=` and six. */
const SHORTEST = 8;
const NONE: readonly SecretSpan[] = [];
/** Rule of what stands under the name of a credential. */
export const NAME_RULE = 'name';

/** Every secret in a text, by place, not overlapping. O(length). */
export function secretsIn(text: string): readonly SecretSpan[] {
  if (text.length < SHORTEST) return NONE;
  const found: SecretSpan[] = [];
  if (HINT.test(text)) addShapes(text, found);
  for (const { hint, pattern, isProse } of NAMED) {
    if (!hint.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const [whole, name = '', , value = ''] = match;
      if (!isSecretKey(name) || (isProse && !isNoWord(value))) continue;
      const end = match.index + whole.length;
      found.push({
        ...{ start: end - value.length, end },
        ...{ kind: isTokenKey(name) ? 'token' : 'password', rule: NAME_RULE },
      });
    }
  }
  return withoutOverlap(text, found);
}

function addShapes(text: string, found: SecretSpan[]): void {
  for (const { kind, rule, pattern, accept } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const [, before = '', secret = ''] = match;
      if (accept !== undefined && !accept(secret)) continue;
      const start = match.index + before.length;
      found.push({ start, end: start + secret.length, kind, rule });
    }
  }
}

function withoutOverlap(text: string, found: SecretSpan[]): readonly SecretSpan[] {
  if (found.length === 0) return found;
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const spans: SecretSpan[] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (last !== undefined && span.start < last.end) {
      if (span.end > last.end) spans[spans.length - 1] = { ...last, end: span.end };
    } else spans.push(span);
  }
  return spans.filter((span) => !isRedacted(text.slice(span.start, span.end)));
}

/** What the first secret in a text is, or null. */
export function looksSecret(text: string): SecretKind | null {
  return secretsIn(text)[0]?.kind ?? null;
}
