/** Changes of the reference host to a payload before its schema is checked (acceptor R5). */

import { isRecord, type JsonObject } from '@openwop-inspector/base';
import type { StepChange } from '../accept-parts.ts';
import { NO_CHANGES } from '../pipeline/work.ts';

export interface Normalized {
  readonly payload: unknown;
  readonly changes: readonly StepChange[];
}

/** The payload as the host checks it, on a shallow copy; the payload itself when nothing applies. */
export function normalize(kind: string, payload: unknown): Normalized {
  switch (kind) {
    case 'clarification.request':
      return withMembers(payload, (draft) => {
        asList(draft, 'options');
        asText(draft, 'question');
      });
    case 'schema.request':
      return withMembers(payload, (draft) => {
        if (!draft.members.has('names')) {
          rename(draft, draft.members.has('name') ? 'name' : 'schema', 'names');
        }
        asList(draft, 'names');
      });
    case 'result':
      return wrapped(payload);
    default:
      return { payload, changes: NO_CHANGES };
  }
}

/** Members in a Map, so that no key of the content is ever a property of ours. */
interface Draft {
  readonly members: Map<string, unknown>;
  readonly changes: StepChange[];
}

/** An array is spread into an object with index keys, which turns its type error into errors about members. */
function withMembers(payload: unknown, change: (draft: Draft) => void): Normalized {
  const isArray = Array.isArray(payload);
  if (!isArray && !isRecord(payload)) return { payload, changes: NO_CHANGES };
  const draft: Draft = { members: new Map(Object.entries(payload)), changes: [] };
  change(draft);
  if (!isArray && draft.changes.length === 0) return { payload, changes: NO_CHANGES };
  const copy: JsonObject = Object.fromEntries(draft.members);
  if (!isArray) return { payload: copy, changes: draft.changes };
  return { payload: copy, changes: [{ op: 'replace', path: '/payload', before: payload, after: copy }] };
}

function asList({ members, changes }: Draft, key: string): void {
  const value = members.get(key);
  const list = listOf(value);
  if (list === null || list === value) return;
  members.set(key, list);
  changes.push({ op: 'replace', path: `/payload/${key}`, before: value, after: list });
}

/** A text becomes a list of one; items that are not texts are dropped. */
function listOf(value: unknown): unknown {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === value.length ? value : texts;
}

function asText({ members, changes }: Draft, key: string): void {
  const value = members.get(key);
  if (!Array.isArray(value)) return;
  const text = value.filter((item) => typeof item === 'string').join('\n');
  members.set(key, text);
  changes.push({ op: 'replace', path: `/payload/${key}`, before: value, after: text });
}

function rename({ members, changes }: Draft, from: string, to: string): void {
  if (!members.has(from)) return;
  const value = members.get(from);
  members.delete(from);
  members.set(to, value);
  changes.push({ op: 'remove', path: `/payload/${from}`, before: value });
  changes.push({ op: 'add', path: `/payload/${to}`, after: value });
}

function wrapped(payload: unknown): Normalized {
  if (typeof payload === 'object') return { payload, changes: NO_CHANGES };
  const after = { value: payload };
  return { payload: after, changes: [{ op: 'replace', path: '/payload', before: payload, after }] };
}
