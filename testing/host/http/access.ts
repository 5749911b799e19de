import type { Dialect } from '../dialects/dialect.ts';
import { type Answer, refused } from './answer.ts';

/** A key and what it may do (section 5.3); `*` is everything. */
export interface AccessKey {
  readonly key: string;
  readonly scopes: readonly string[];
}

/** Null when the request may go on, else the refusal: 401 without a key, 403 without the scope. */
export function refusalFor(
  dialect: Dialect,
  keys: readonly AccessKey[],
  token: string | null,
  scope: string,
): Answer | null {
  const held = keys.find(({ key }) => key === token);
  if (held === undefined) return refused(401, dialect.unauthenticated, 'A Bearer key of this host is needed');
  if (held.scopes.includes('*') || held.scopes.includes(scope)) return null;
  return {
    status: 403,
    body: { error: 'forbidden', message: `The key lacks the scope ${scope}`, scopeRequired: scope },
  };
}
