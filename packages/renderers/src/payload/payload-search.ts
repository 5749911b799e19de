/** Searching a payload: the matches of one text and the one that is shown. */
import { useCallback, useRef, useState } from 'react';
import { isAtOrBelow } from './payload-path.ts';
import type { PayloadSource } from './payload-source.ts';

/** Matches below the tree's root, in document order. */
export interface SearchState {
  readonly text: string;
  readonly pointers: readonly string[];
  /** Index of the match shown, -1 when there is none. */
  readonly at: number;
  readonly truncated: boolean;
  /** Why there is no answer, in words. */
  readonly failure: string;
}

const NO_SEARCH: SearchState = { text: '', pointers: [], at: -1, truncated: false, failure: '' };

/** State and actions of the search field. `onShow` is called with the pointer of the match to bring into view. */
export function usePayloadSearch(source: PayloadSource, root: string, onShow: (pointer: string) => void) {
  const [state, setState] = useState<SearchState>(NO_SEARCH);
  // Number of the newest request; answers to older ones are dropped.
  const newest = useRef(0);

  const search = useCallback(
    async (text: string) => {
      newest.current += 1;
      const mine = newest.current;
      setState((before) => ({ ...before, text, failure: '' }));
      if (text === '') {
        setState(NO_SEARCH);
        return;
      }
      try {
        const found = await source.search(text);
        if (mine !== newest.current) return;
        const pointers = found.pointers.filter((pointer) => pointer !== root && isAtOrBelow(root, pointer));
        setState({
          text,
          pointers,
          at: pointers.length === 0 ? -1 : 0,
          truncated: found.truncated,
          failure: '',
        });
        if (pointers[0] !== undefined) onShow(pointers[0]);
      } catch (why) {
        const failure = why instanceof Error ? why.message : String(why);
        if (mine === newest.current) setState({ ...NO_SEARCH, text, failure });
      }
    },
    [source, root, onShow],
  );

  const step = useCallback(
    (by: 1 | -1) => {
      const count = state.pointers.length;
      if (count === 0) return;
      const at = (state.at + by + count) % count;
      const pointer = state.pointers[at];
      setState({ ...state, at });
      if (pointer !== undefined) onShow(pointer);
    },
    [state, onShow],
  );

  return { state, search, step };
}
