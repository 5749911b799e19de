/**
 * A value of content as text: strings as they are, numbers, booleans, null and undefined as they are written, "a list"
 * and "an object" for what holds others. Never throws, whatever an object calls its members, and never looks inside.
 */
export function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return `${value}`;
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
  }
}
