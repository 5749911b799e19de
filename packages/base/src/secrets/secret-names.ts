/**
 * Names under which hosts, tools and people keep credentials. Names are compared without case, dashes and underscores,
 * so that `api_key`, `apiKey` and `X-Api-Key` are one. Counts such as `maxTokens` are not in the list, and only text
 * is masked: a number under any of these names stays.
 */

/** Ends of names that always hold a credential: `interruptToken`, `client_secret`, `proxy-authorization`. */
const SECRET_END =
  /(?:token|secret|password|passwd|passphrase|passcode|apikey|privatekey|secretkey|accesskey|signingkey|sshkey|authorization|callbackurl|credential|credentials|cookie)$/;
/** Short names that mean one thing only when they stand alone. */
const SECRET_ALONE: ReadonlySet<string> = new Set([
  'pwd',
  'bearer',
  'jwt',
  'apitokens',
  'tokens',
  'secrets',
  'passwords',
]);
/** Names of live tokens of runs (security S-20), told apart from credentials of people and hosts. */
const TOKEN_NAME: ReadonlySet<string> = new Set(['interrupttoken', 'token', 'streamtoken', 'callbackurl']);

/** Names longer than this are judged by their end. */
const LOOKED_AT = 64;

function plain(key: string): string {
  return key
    .slice(-LOOKED_AT)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Answers by name. Names repeat in every event, and the longest list of them stays small. */
const known = new Map<string, boolean>();
const KNOWN_NAMES = 4096;

/** True when text under this name is a credential or a live token. O(1); safe for hostile names. */
export function isSecretKey(key: string): boolean {
  const held = known.get(key);
  if (held !== undefined) return held;
  const name = plain(key);
  const answer = SECRET_END.test(name) || SECRET_ALONE.has(name);
  if (known.size < KNOWN_NAMES && key.length <= LOOKED_AT) known.set(key, answer);
  return answer;
}

/** True for the names of live tokens: `interruptToken`, `token`, `streamToken`, `callbackUrl` (security S-20). */
export function isTokenKey(key: string): boolean {
  return TOKEN_NAME.has(plain(key));
}
