import {
  isRecord,
  type JsonObject,
  member,
  pointerTo,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import { localFragment } from '../json/schema-words.ts';

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
  if (fragment.startsWith('/')) {
    const schema = valueAt(root, fragment);
    const pointer = (pointerTokens(fragment) ?? []).reduce(pointerTo, '');
    return isRecord(schema) ? { schema, pointer } : null;
  }
  const schema = anchors.get(fragment);
  return schema === undefined ? null : { schema, pointer: '' };
}
