/** "Null equals absent" for payloads: the view of a payload that its schema checks (envelope 5.1). */
import { childAt, isRecord, type JsonObject, ownValue } from '@openwop-inspector/base';
import type { StepChange } from '../accept-parts.ts';
import { localTarget, requiredNames } from '../json/schema-text.ts';
import { NO_CHANGES } from '../pipeline/work.ts';

/**
 * The payload without each property that is null, declared, not required, and whose schema does not admit null;
 * through `properties`, `items` and local `$ref`, and in a component of A2UI through the branch that its own name
 * selects. Unknown properties and items of arrays stay. The payload itself
 * when nothing is left out. The payload is at most 64 levels deep, and so is the walk.
 */
export function nullView(payload: unknown, schema: unknown, isPublished = false): unknown {
  return viewOf(payload, schema, { root: schema, isPublished });
}

interface Document {
  readonly root: unknown;
  /** Whether the schema is one of the protocol, in which variants are distinguished by the name of a component. */
  readonly isPublished: boolean;
}

/** References followed from one place; a chain that long is a circle. */
const MAX_REFERENCES = 16;

function viewOf(value: unknown, schema: unknown, document: Document): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const schemas = resolved(schema, document);
  if (schemas.length === 0) return value;
  if (document.isPublished) schemas.push(...schemas.flatMap((one) => branchOf(value, one)));
  return Array.isArray(value) ? itemsView(value, schemas, document) : membersView(value, schemas, document);
}

function itemsView(items: readonly unknown[], schemas: readonly JsonObject[], document: Document): unknown {
  const itemSchema = schemas.map((schema) => ownValue(schema, 'items')).find(isRecord);
  if (itemSchema === undefined) return items;
  const views = items.map((item) => viewOf(item, itemSchema, document));
  return views.every((view, index) => Object.is(view, items[index])) ? items : views;
}

function membersView(object: object, schemas: readonly JsonObject[], document: Document): unknown {
  let isChanged = false;
  const members = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const declared = declaredSchema(key, schemas);
    if (declared === undefined) return [[key, value]];
    if (value === null && !isRequired(key, schemas) && !admitsNull(declared, document)) {
      isChanged = true;
      return [];
    }
    const view = viewOf(value, declared, document);
    if (!Object.is(view, value)) isChanged = true;
    return [[key, view]];
  });
  return isChanged ? Object.fromEntries(members) : object;
}

function declaredSchema(key: string, schemas: readonly JsonObject[]): unknown {
  for (const schema of schemas) {
    const properties = ownValue(schema, 'properties');
    if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key];
  }
  return undefined;
}

function isRequired(key: string, schemas: readonly JsonObject[]): boolean {
  return schemas.some((schema) => requiredNames(schema).includes(key));
}

/** The branch of a component (envelope 7.2); nothing for a name that no branch has. */
function branchOf(value: object, schema: JsonObject): readonly JsonObject[] {
  const branches = ownValue(schema, 'anyOf');
  if (!Array.isArray(branches) || !isRecord(value)) return [];
  const name = ownValue(value, 'component');
  return branches.filter(isRecord).filter((branch) => {
    const names = childAt(childAt(ownValue(branch, 'properties'), 'component'), 'enum');
    return typeof name === 'string' && Array.isArray(names) && names.includes(name);
  });
}

/** The schema and those it refers to, which apply to the same place. */
function resolved(schema: unknown, document: Document): JsonObject[] {
  const found: JsonObject[] = [];
  let current = schema;
  while (isRecord(current) && found.length < MAX_REFERENCES) {
    found.push(current);
    const reference = ownValue(current, '$ref');
    current =
      typeof reference === 'string' && reference.startsWith('#')
        ? localTarget(document.root, reference)
        : undefined;
  }
  return found;
}

/** Whether null may pass. Keywords that are not understood here may always let it pass, so the property stays. */
function admitsNull(schema: unknown, document: Document, levels = 8): boolean {
  if (levels === 0 || !isRecord(schema)) return schema !== false;
  return resolved(schema, document).every(
    (one) => typeAdmitsNull(one) && valuesAdmitNull(one) && branchesAdmitNull(one, document, levels - 1),
  );
}

function typeAdmitsNull(schema: JsonObject): boolean {
  const type = ownValue(schema, 'type');
  if (typeof type === 'string') return type === 'null';
  return !Array.isArray(type) || type.includes('null');
}

function valuesAdmitNull(schema: JsonObject): boolean {
  const values = ownValue(schema, 'enum');
  if (Array.isArray(values) && !values.includes(null)) return false;
  return !Object.hasOwn(schema, 'const') || schema.const === null;
}

function branchesAdmitNull(schema: JsonObject, document: Document, levels: number): boolean {
  const admits = (branch: unknown) => admitsNull(branch, document, levels);
  const isOpen = (keyword: string) => {
    const branches = ownValue(schema, keyword);
    return !Array.isArray(branches) || branches.some(admits);
  };
  const all = ownValue(schema, 'allOf');
  return isOpen('anyOf') && isOpen('oneOf') && (!Array.isArray(all) || all.every(admits));
}

// Changes of the reference host to a payload before its schema is checked (acceptor R5).

interface Normalized {
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
