import { pointerTo } from '../json/pointer.ts';
import type { ForeignSchemaLimits } from './schema-limits.ts';

/** Why a schema cannot be used, and the place in it. */
export interface SchemaObjection {
  readonly pointer: string;
  readonly reason: string;
}

/** Ends a walk at the first objection. Thrown and caught in this room only. */
export class ObjectionFound {
  readonly objection: SchemaObjection;
  constructor(pointer: string, reason: string) {
    this.objection = { pointer, reason };
  }
}

/**
 * A copy made of plain objects and arrays, so that nothing of the original can change or run while it is compiled.
 * Throws `ObjectionFound` for what JSON does not have and at the limits on bytes and depth; objects that contain
 * themselves end at the latter.
 */
export function copyJson(value: unknown, limits: ForeignSchemaLimits): unknown {
  let bytes = 0;
  const count = (more: number, pointer: string): void => {
    bytes += more;
    if (bytes > limits.bytes) throw new ObjectionFound(pointer, `is larger than ${limits.bytes} bytes`);
  };
  const copy = (part: unknown, pointer: string, depth: number): unknown => {
    if (typeof part !== 'object' || part === null) {
      count(scalarBytes(part, pointer), pointer);
      return part;
    }
    if (depth > limits.depth)
      throw new ObjectionFound(pointer, `is nested deeper than ${limits.depth} levels`);
    count(2, pointer);
    if (Array.isArray(part)) {
      count(part.length, pointer);
      return Array.from(part, (item: unknown, index) => copy(item, pointerTo(pointer, index), depth + 1));
    }
    // Entries become own members whatever their name, `__proto__` included.
    return Object.fromEntries(
      Object.keys(part).map((key) => {
        count(utf8Length(key) + 4, pointer);
        return [key, copy(Reflect.get(part, key), pointerTo(pointer, key), depth + 1)];
      }),
    );
  };
  return copy(value, '', 1);
}

function scalarBytes(value: unknown, pointer: string): number {
  switch (typeof value) {
    case 'string':
      return utf8Length(value) + 2;
    case 'number':
      if (Number.isFinite(value)) return 1;
      break;
    case 'boolean':
    case 'object':
      return 4;
  }
  throw new ObjectionFound(pointer, 'is no JSON value');
}

/** Upper bound: a pair of surrogates counts six bytes instead of four. */
function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1;
  }
  return length;
}
