/**
 * The raw secrets that the reference refuses (agh 1.1). Separate from the masker's table, for the two answer different
 * questions: the reference goes by beginnings of eight characters and by credentials of its own (claim tokens, OAuth
 * codes, secret bindings), which the masker does not know, since it checks the lengths of the services; and the masker
 * hides names such as `pwd` or `tokens`, which the reference does not refuse.
 */
import { type JsonObject, ownValue, pointerTo } from '@openwop-inspector/base';
import { type AghWork, warn } from './agh-work.ts';

/** Parts of a message that hold free content. */
const PARTS = ['body', 'proof', 'ext'] as const;
/** Warnings of this kind for one message. */
const MAX_WARNINGS = 20;
/** Names longer than this are not repeated in a warning. */
const MAX_NAME = 128;

/** Credentials by their form. Each pattern is bounded, so that the cost is O(length) for any text. */
const FORMS: readonly RegExp[] = [
  /\bbearer[ \t]{1,9}(?=[\w.~+/=-]{0,64}\d)[\w.~+/=-]{8}/i,
  /(?<![A-Za-z0-9])(?:sk|xai)-(?=[\w-]{0,64}\d)[\w-]{8}/,
  /(?<![A-Za-z0-9_])(?:[hprs]k_(?:live|test)_|whsec_|gh[opsru]_|github_pat_|glpat-|xox[abeprs]-|gsk_|hf_|npm_|AIza|ya29\.|SG\.|agh_claim_)[\w-]{8}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{12}/,
  /(?<![A-Za-z0-9_-])eyJ[\w-]{6,1024}\.[\w-]{6}/,
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/,
  /:\/\/[^\s/:@"']{0,128}:[^\s/@"']{1,256}@/,
  /\b(?:api[_-]?key|access[_-]?token|refresh[_-]?token|secret|password)[ \t]{0,9}=[ \t]{0,9}["']?[^\s"'&]{6}/i,
  /CANARY-[\w-]{0,64}NEVER-SECRET/,
];
const REDACTED =
  /^\s*(?:\[redacted|<+redacted|\*{3})|\u2026\[masked(?::[a-z0-9-]{1,40}(?: [0-9a-f]{4})?)?\]$/i;

/** True when a text has the form of a credential. */
function isSecretText(text: string): boolean {
  return FORMS.some((form) => form.test(text));
}

/** A text under the name of a credential, or a text in the form of one; markers of redaction are neither. */
function isSecret(key: string, value: string): boolean {
  if (value.trim() === '' || REDACTED.test(value)) return false;
  // Names that hold a credential, without case, dashes, underscores and dots. Names of hashes are not among them.
  return (
    /(?:token|secret|password|passwd|passphrase|apikey|privatekey|secretkey|accesskey|signingkey|authorization|credential|credentials|cookie|oauthcode|authorizationcode|codeverifier|secretbinding)$/.test(
      key
        .slice(-64)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    ) || isSecretText(value)
  );
}

/**
 * Warns of possible credentials in body, proof or ext, at most twenty places (agh 1.1). The reference refuses such a
 * message. The record nests no deeper than the parser allows; shared objects are scanned once.
 */
export function warnOfSecrets(record: JsonObject, work: AghWork): void {
  const places = new Set<string>();
  const visited = new Set<object>();
  for (const part of PARTS) look(ownValue(record, part), '', `/${part}`, places, visited);
  for (const pointer of places)
    warn(work, 'secret_shaped', 'looks like a credential; the reference refuses the message', pointer);
}

function look(value: unknown, key: string, pointer: string, places: Set<string>, visited: Set<object>): void {
  if (places.size >= MAX_WARNINGS) return;
  if (typeof value === 'string') {
    if (isSecret(key, value)) places.add(pointer);
    return;
  }
  if (typeof value !== 'object' || value === null || visited.has(value)) return;
  visited.add(value);
  for (const [name, item] of Object.entries(value)) {
    // A name that is a secret itself must not appear in a warning.
    const isForm = isSecretText(name);
    if (isForm) places.add(pointer);
    const below = isForm || name.length > MAX_NAME ? pointer : pointerTo(pointer, name);
    look(item, Array.isArray(value) ? key : name, below, places, visited);
  }
}
