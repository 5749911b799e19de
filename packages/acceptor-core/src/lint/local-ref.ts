import { isRecord, type JsonObject, member, pointerTo, unescapedToken } from '@openwop-inspector/base';

/** A schema object and its RFC 6901 pointer from the root. */
interface Target {
  readonly schema: JsonObject;
  readonly pointer: string;
}

/** Schemas by their `$anchor`; the first of a name counts. Their pointers are not known, see `resolveRef`. */
export function anchorsOf(schemas: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  for (const schema of schemas) {
    const name = member(schema, '$anchor');
    if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, schema);
  }
  return anchors;
}

/**
 * The schema object that a `$ref` names inside its own document; null when it is remote, dangling, or names something
 * else than an object. Nothing is ever fetched. An anchored schema comes with an empty pointer: it is a place already.
 */
export function resolveRef(
  root: JsonObject,
  anchors: ReadonlyMap<string, JsonObject>,
  ref: string,
): Target | null {
  const fragment = localFragment(root, ref);
  if (fragment === null) return null;
  if (fragment === '') return { schema: root, pointer: '' };
  if (fragment.startsWith('/')) return followPointer(root, fragment);
  const schema = anchors.get(fragment);
  return schema === undefined ? null : { schema, pointer: '' };
}

/** The decoded part after `#`, for references into this document, by `#…` or by the root's own `$id`. */
function localFragment(root: JsonObject, ref: string): string | null {
  const hash = ref.indexOf('#');
  const document = hash === -1 ? ref : ref.slice(0, hash);
  if (document !== '' && document !== member(root, '$id')) return null;
  return percentDecoded(hash === -1 ? '' : ref.slice(hash + 1));
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a lone % sign: the reference is malformed, so it names nothing
  }
}

const INDEX = /^(0|[1-9]\d{0,8})$/;

function followPointer(root: JsonObject, fragment: string): Target | null {
  let value: unknown = root;
  let pointer = '';
  for (const token of fragment.slice(1).split('/')) {
    const key = unescapedToken(token);
    value = Array.isArray(value) ? (INDEX.test(key) ? value[Number(key)] : undefined) : member(value, key);
    if (value === undefined) return null;
    pointer = pointerTo(pointer, key);
  }
  return isRecord(value) ? { schema: value, pointer } : null;
}
