/** How deep a JSON text may nest, asked before anything is parsed or built from it. */
import * as base from '@openwop-inspector/base';

/**
 * Deepest nesting of a text of a host that is parsed, stored as JSON or handed on; a scalar has depth 0. What walks a
 * parsed value step by step into itself (JSON.stringify, structured clone, screens) ends long after this depth.
 */
export const DEEPEST = 512;

/** A text as JSON; undefined when it is none, and when it nests deeper than `DEEPEST`, which `jsonDepth` tells apart. */
export function parsedJson(text: string): unknown {
  return base.parsedJson(text, DEEPEST);
}

/** What is said of a text that nests too deep: how deep it is, and how deep it may be. */
export function depthText(depth: number): string {
  return `nests ${depth} levels deep, and no more than ${DEEPEST} are read`;
}
