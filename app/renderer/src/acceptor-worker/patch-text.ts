import { type EnvelopePlace, nodeNear, type PatchOperation } from '@openwop-inspector/acceptor-core';
import { pointerTo, pointerTokens, unreachable } from '@openwop-inspector/base';
import { applyEdits, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';

const PRETTY = { tabSize: 2, insertSpaces: true, eol: '\n' };

/**
 * The text with a patch in one of its envelopes. The rest keeps its form and its digits; where the text cannot be
 * edited in place, as with a key that occurs twice, the envelope is rewritten.
 */
export function patchText(
  text: string,
  { start, length }: EnvelopePlace,
  patch: readonly PatchOperation[],
  repaired: unknown,
): string {
  const before = text.slice(start, start + length);
  const edited = editedInPlace(before, patch);
  const after =
    edited !== null && sameValue(edited, repaired)
      ? edited
      : JSON.stringify(repaired, null, before.includes('\n') ? 2 : undefined);
  return `${text.slice(0, start)}${after}${text.slice(start + length)}`;
}

function editedInPlace(text: string, patch: readonly PatchOperation[]): string | null {
  const options = text.includes('\n') ? { formattingOptions: PRETTY } : {};
  let current = text;
  try {
    for (const operation of patch) {
      for (const { path, value, inserts } of editsFor(current, operation)) {
        const edits = modify(current, path, value, { ...options, isArrayInsertion: inserts });
        current = applyEdits(current, edits);
      }
    }
    return current;
  } catch {
    return null; // the library refuses paths that do not fit the text
  }
}

interface Edit {
  readonly path: JSONPath;
  /** Undefined removes. */
  readonly value: unknown;
  readonly inserts: boolean;
}

function editsFor(text: string, operation: PatchOperation): readonly Edit[] {
  const root = parseTree(text);
  if (root === undefined) return [];
  const place = pathIn(root, operation.path);
  switch (operation.op) {
    case 'add':
      return [{ ...place, value: operation.value }];
    case 'replace':
      return [{ path: place.path, value: operation.value, inserts: false }];
    case 'remove':
      return [{ path: place.path, value: undefined, inserts: false }];
    case 'move': {
      const { node } = nodeNear(root, operation.from);
      const value: unknown = JSON.parse(text.slice(node.offset, node.offset + node.length));
      const from = pathIn(root, operation.from);
      return [
        { path: from.path, value: undefined, inserts: false },
        { ...place, value },
      ];
    }
    default:
      return unreachable(operation);
  }
}

/** A pointer as a path of keys and indexes; `inserts` when it leads into an array. */
function pathIn(root: Node, pointer: string): { readonly path: JSONPath; readonly inserts: boolean } {
  const path: (string | number)[] = [];
  let inArray = false;
  let parent = '';
  for (const token of pointerTokens(pointer) ?? []) {
    const { node, exact } = nodeNear(root, parent);
    inArray = exact && node.type === 'array';
    path.push(inArray ? (token === '-' ? (node.children?.length ?? 0) : Number(token)) : token);
    parent = pointerTo(parent, token);
  }
  return { path, inserts: inArray };
}

function sameValue(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(sorted(JSON.parse(text), 0)) === JSON.stringify(sorted(value, 0));
  } catch {
    return false;
  }
}

/** The value with the keys of its objects in order; envelopes are at most 64 levels deep. */
function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 70) return value;
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, item]) => [key, sorted(item, depth + 1)]);
}
