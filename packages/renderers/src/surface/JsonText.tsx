import { useMemo } from 'react';
import { jsonPieces } from './json-pieces.ts';
import styles from './surface.module.css';

/** Longest JSON that is shown, in UTF-16 units; what is copied is whole. */
const LONGEST = 20_000;

export interface JsonTextProps {
  /** JSON in which nothing is hidden: see `jsonString`. */
  readonly json: string;
}

/** JSON with the colours of the window. The words are what is read; the colours only help. */
export function JsonText({ json }: JsonTextProps) {
  const pieces = useMemo(() => jsonPieces(json.slice(0, LONGEST)), [json]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.json} tabIndex={0} dir="ltr">
      {pieces.map(({ kind, text }, at) =>
        kind === 'plain' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <span key={at} className={styles[kind]}>
            {text}
          </span>
        ),
      )}
      {json.length > LONGEST ? '\n… clipped here; a copy is whole' : ''}
    </pre>
  );
}
