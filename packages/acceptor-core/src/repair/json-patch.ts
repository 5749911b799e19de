/** The part of JSON Patch that repairs are made of (RFC 6902): add, remove, replace, move. */
import { childAt, pointerTokens, unreachable, valueAt } from '@openwop-inspector/base';

export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** The changed value, or null when an operation finds no place. */
export type Patched = { readonly value: unknown } | null;

/** Applies operations in order to a copy of what they touch; the value itself and the rest of it stay as they are. */
export function applyPatch(value: unknown, operations: readonly PatchOperation[]): Patched {
  let current: Patched = { value };
  for (const operation of operations) {
    if (current === null) return null;
    current = applyOne(current.value, operation);
  }
  return current;
}

function applyOne(value: unknown, operation: PatchOperation): Patched {
  switch (operation.op) {
    case 'add':
      return changed(value, operation.path, { value: operation.value, isNew: true });
    case 'replace':
      return changed(value, operation.path, { value: operation.value, isNew: false });
    case 'remove':
      return changed(value, operation.path, null);
    case 'move': {
      const moved = valueAt(value, operation.from);
      const without = moved === undefined ? null : changed(value, operation.from, null);
      return without === null ? null : changed(without.value, operation.path, { value: moved, isNew: true });
    }
    default:
      return unreachable(operation);
  }
}

/** The value at the place afterwards; null when nothing does. */
type Setting = { readonly value: unknown; readonly isNew: boolean } | null;

function changed(value: unknown, pointer: string, setting: Setting): Patched {
  const keys = pointerTokens(pointer);
  return keys === null ? null : changedAt(value, keys, setting);
}

/** One call for each level of the value, as far as the keys lead. */
function changedAt(value: unknown, [key, ...keys]: readonly string[], setting: Setting): Patched {
  if (key === undefined) return setting === null ? null : { value: setting.value };
  if (typeof value !== 'object' || value === null) return null;
  if (keys.length === 0) return withChild(value, key, setting);
  const child = changedAt(childAt(value, key), keys, setting);
  return child === null ? null : withChild(value, key, { value: child.value, isNew: false });
}

function withChild(parent: object, key: string, setting: Setting): Patched {
  const isThere = childAt(parent, key) !== undefined;
  if (!isThere && setting?.isNew !== true) return null;
  return Array.isArray(parent) ? withItem(parent, key, setting) : { value: withMember(parent, key, setting) };
}

function withItem(items: readonly unknown[], key: string, setting: Setting): Patched {
  const index = key === '-' ? items.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > items.length) return null;
  const taken = setting?.isNew === true ? 0 : 1;
  const put = setting === null ? [] : [setting.value];
  return { value: [...items.slice(0, index), ...put, ...items.slice(index + taken)] };
}

/** Members keep their order; entries become own members whatever their name, `__proto__` included. */
function withMember(object: object, key: string, setting: Setting): object {
  const entries: [string, unknown][] = Object.entries(object);
  const index = entries.findIndex(([name]) => name === key);
  if (setting === null) return Object.fromEntries(entries.filter(([name]) => name !== key));
  const entry: [string, unknown] = [key, setting.value];
  return Object.fromEntries(
    index === -1 ? [...entries, entry] : entries.map((one, at) => (at === index ? entry : one)),
  );
}
