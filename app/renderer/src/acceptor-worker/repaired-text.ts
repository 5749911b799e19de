/** The smallest repair of an envelope, and the text with it. */
import {
  type AcceptContext,
  type AcceptResult,
  createAcceptor,
  type EnvelopePlace,
  nodeNear,
  type PatchOperation,
  proposeRepair,
  type SchemaCompiler,
} from '@openwop-inspector/acceptor-core';
import { parsedJson, pointerTo, pointerTokens, sameJson, unreachable } from '@openwop-inspector/base';
import { applyEdits, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import { masked } from '../features/acceptor/json-text.ts';

/** Longest envelope searched for a repair, in UTF-16 units, and the longest search, in ms. */
const MAX_LENGTH = 200_000;
const SEARCH_MS = 1200;

export interface RepairParts {
  readonly text: string;
  readonly context: AcceptContext;
  readonly place: EnvelopePlace;
  /** Envelopes of the text before this one, as values: they use up limits and set correlationIds. */
  readonly before: readonly unknown[];
  readonly compile: SchemaCompiler;
}

/** A repair of one envelope of a text. */
export interface RepairedText {
  /** Pointers from the envelope; values of secrets are masked. */
  readonly patch: readonly PatchOperation[];
  readonly reasons: readonly string[];
  /** The whole text with the repair in it, formatted as the text was. */
  readonly text: string;
  /** The result of the repaired envelope. */
  readonly result: AcceptResult;
}

/** Looks for the smallest repair of one envelope of a text; null when there is none or none was found in time. */
export function repairedText({ text, context, place, before, compile }: RepairParts): RepairedText | null {
  if (place.length > MAX_LENGTH) return null;
  const envelope = parsedJson(text.slice(place.start, place.start + place.length));
  if (envelope === undefined) return null;
  const until = performance.now() + SEARCH_MS;
  const accept = (value: unknown): AcceptResult | null => {
    if (performance.now() > until) return null;
    const acceptor = createAcceptor(context, { compile });
    if (before.length > 0) acceptor.accept({ envelope: before });
    return acceptor.accept({ envelope: value, single: true })[0] ?? null;
  };
  const repair = proposeRepair({ envelope, context, accept });
  if (repair === null) return null;
  return {
    patch: withoutSecrets(repair.patch, context),
    reasons: repair.steps.map(({ reason }) => reason),
    text: patchText(text, place, repair.patch, repair.repaired),
    result: repair.result,
  };
}

function withoutSecrets(
  patch: readonly PatchOperation[],
  { secrets }: AcceptContext,
): readonly PatchOperation[] {
  if (!secrets?.length) return patch;
  return JSON.parse(masked(JSON.stringify(patch), secrets)) as readonly PatchOperation[]; // markers keep its form
}

const PRETTY = { tabSize: 2, insertSpaces: true, eol: '\n' };

/**
 * The text with a patch in one of its envelopes. The rest keeps its form and its digits; where the text cannot be
 * edited in place, as with a key that occurs twice, the envelope is rewritten.
 */
function patchText(
  text: string,
  { start, length }: EnvelopePlace,
  patch: readonly PatchOperation[],
  repaired: unknown,
): string {
  const before = text.slice(start, start + length);
  const edited = editedInPlace(before, patch);
  const after =
    edited !== null && sameJson(parsedJson(edited), repaired)
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
