/** Searching a payload: the matches of one text and the one that is displayed. */
import { errorText } from '@openwop-inspector/base';
import { useLatest } from '@openwop-inspector/ui';
import { useRef, useState } from 'react';
import type { PayloadSource } from './value-source.ts';

/** Matches below the tree's root, in document order. */
interface SearchState {
  readonly text: string;
  readonly pointers: readonly string[];
  /** Index of the match displayed, -1 when there is none. */
  readonly at: number;
  readonly truncated: boolean;
  /** Why there is no result. */
  readonly failure: string;
}

const NO_SEARCH: SearchState = { text: '', pointers: [], at: -1, truncated: false, failure: '' };

/** State and actions of the search field. `onShow` is called with the pointer of the match to bring into view. */
export function usePayloadSearch(source: PayloadSource, root: string, onShow: (pointer: string) => void) {
  const [state, setState] = useState<SearchState>(NO_SEARCH);
  // While one search runs, only the newest text waits: a large document is not searched for every letter.
  const wanted = useRef('');
  const isRunning = useRef(false);
  const latest = useLatest({ source, root, onShow });

  const search = async (text: string) => {
    wanted.current = text;
    setState((before) => (text === '' ? NO_SEARCH : { ...before, text, failure: '' }));
    if (isRunning.current) return;
    isRunning.current = true;
    for (let query = ''; query !== wanted.current && wanted.current !== ''; ) {
      query = wanted.current;
      const answer = await answerTo(query, latest.current.source, latest.current.root);
      // An answer to an older text is dropped.
      if (query !== wanted.current) continue;
      setState({ ...answer, text: query });
      const [first] = answer.pointers;
      if (first !== undefined) latest.current.onShow(first);
    }
    isRunning.current = false;
  };

  const step = (by: 1 | -1) => {
    const count = state.pointers.length;
    if (count === 0) return;
    const at = (state.at + by + count) % count;
    const pointer = state.pointers[at];
    setState({ ...state, at });
    if (pointer !== undefined) onShow(pointer);
  };

  return { state, search, step };
}

/** Matches of a text; of a pointer the value that it names, counted from the document or from the tree's root. */
async function answerTo(text: string, source: PayloadSource, root: string): Promise<SearchState> {
  try {
    const named = text.startsWith('/') ? await namedBy(text, source, root) : null;
    const found = named === null ? await source.search(text) : { pointers: [named], truncated: false };
    const pointers = found.pointers.filter((pointer) => pointer !== root && isAtOrBelow(root, pointer));
    return { text, pointers, at: pointers.length === 0 ? -1 : 0, truncated: found.truncated, failure: '' };
  } catch (why) {
    return { ...NO_SEARCH, failure: errorText(why) };
  }
}

async function namedBy(pointer: string, source: PayloadSource, root: string): Promise<string | null> {
  if (isAtOrBelow(root, pointer) && (await source.node(pointer)) !== null) return pointer;
  return (await source.node(`${root}${pointer}`)) === null ? null : `${root}${pointer}`;
}

// Names of a place in a document: the RFC 6901 pointer (`/error/details/0`) and the path in the filter (`error.details[0]`).

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

/** Pointers from the first member below `root` down to `pointer` itself; null when it lies outside `root`. */
export function pointersBelow(root: string, pointer: string): readonly string[] | null {
  if (!isAtOrBelow(root, pointer)) return null;
  const steps: string[] = [];
  for (let at = pointer.indexOf('/', root.length); at !== -1; ) {
    const next = pointer.indexOf('/', at + 1);
    steps.push(next === -1 ? pointer : pointer.slice(0, next));
    at = next;
  }
  return steps;
}

/** True when `pointer` names `root` or something inside it. */
export function isAtOrBelow(root: string, pointer: string): boolean {
  return pointer === root || pointer.startsWith(`${root}/`);
}

/** A path of keys and indexes as text: `payload.error.violations[0]["odd key"]`. Empty for the whole document. */
export function pathText(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}
