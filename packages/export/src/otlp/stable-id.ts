/** Ids that one name always gives: spans and traces keep theirs however often a log is exported. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** A hexadecimal id of so many bytes, 4 to 16; never all zeros. No secret: whoever knows the name knows the id. */
export function stableId(name: string, bytes: 8 | 16): string {
  let id = '';
  for (let lane = 0; lane < bytes / 4; lane++) id += hash(name, lane).toString(16).padStart(8, '0');
  return /^0+$/.test(id) ? `${id.slice(1)}1` : id;
}

/** FNV-1a with a start of its own for each lane, mixed once more so that near names give far ids. */
function hash(name: string, lane: number): number {
  let value = Math.imul(OFFSET ^ (lane + 1), PRIME + 2 * lane);
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), PRIME);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
