/** Families of a discovery document: each is read at the root first, then under `capabilities` (section 5.2, RFC 0073). */
import { isRecord, member, pointerTo } from '@openwop-inspector/base';

/** A family: its value and where it was found. */
export interface Family {
  readonly value: unknown;
  /** RFC 6901 pointer from the document. */
  readonly pointer: string;
}

/** A family by name; undefined when it stands in neither place. Names of vendors never stand in for it. */
export function familyOf(document: unknown, name: string): Family | undefined {
  const atRoot = member(document, name);
  if (atRoot !== undefined) return { value: atRoot, pointer: pointerTo('', name) };
  const inside = member(member(document, 'capabilities'), name);
  return inside === undefined ? undefined : { value: inside, pointer: pointerTo('/capabilities', name) };
}

/** Every family by name, root first; the wrapper itself is none. */
export function familiesOf(document: unknown): readonly (Family & { readonly name: string })[] {
  if (!isRecord(document)) return [];
  const inner = member(document, 'capabilities');
  const names = new Set([...Object.keys(document), ...(isRecord(inner) ? Object.keys(inner) : [])]);
  names.delete('capabilities');
  return [...names].flatMap((name) => {
    const family = familyOf(document, name);
    return family === undefined ? [] : [{ ...family, name }];
  });
}
