/** "Null equals absent" for payloads: the view of a payload that its schema checks (envelope 5.1). */
import {
  childAt,
  isRecord,
  type JsonObject,
  ownValue,
  pointerTokens,
  textsAt,
  valueAt,
} from '@openwop-inspector/base';

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
    const isRequired = () => schemas.some((schema) => textsAt(schema, 'required')?.includes(key) === true);
    if (value === null && !isRequired() && !admitsNull(declared, document)) {
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

/**
 * Returns the decoded part after `#` of a reference into this document, by `#…` or by the root's own `$id`: a pointer,
 * the name of an anchor, or nothing for the root. Null for another document, and for an escape that is malformed.
 */
export function localFragment(root: unknown, ref: string): string | null {
  const hash = ref.indexOf('#');
  const document = hash === -1 ? ref : ref.slice(0, hash);
  if (document !== '' && document !== childAt(root, '$id')) return null;
  return hash === -1 ? '' : percentDecoded(ref.slice(hash + 1));
}

/** The text without its percent escapes; null when one of them is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a lone % sign: it names nothing
  }
}

/** Returns the target of a pointer reference into this document; undefined for others. Nothing is ever fetched. */
function localTarget(root: unknown, ref: string): unknown {
  const fragment = localFragment(root, ref);
  return fragment === null || pointerTokens(fragment) === null ? undefined : valueAt(root, fragment);
}
