/** The scheme that links to a host and a run have. */
export const linkScheme = 'openwop-inspector';

/**
 * True for an argument that is the address of a host or a run and no file: `http://`, `https://` and our own links. A
 * file of such a name can be given with `./` before it.
 */
export function isOutsideAddress(argument: string): boolean {
  return /^(?:https?|openwop-inspector):\/\//i.test(argument);
}
