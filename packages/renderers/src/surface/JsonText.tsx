import { jsonColours } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import styles from './surface.module.css';

/** Longest JSON that is shown, in UTF-16 units; what is copied is whole. */
const MAX_LENGTH = 20_000;

export interface JsonTextProps {
  /** JSON in which nothing is hidden: see `jsonString`. */
  readonly json: string;
}

/** JSON with the colours of the window. The words are what is read; the colours only help. */
export function JsonText({ json }: JsonTextProps) {
  const pieces = useMemo(() => jsonPieces(json.slice(0, MAX_LENGTH)), [json]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.json} tabIndex={0} dir="ltr">
      {pieces.map(({ kind, text }, at) =>
        kind === 'plain' ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <span key={at} className={jsonColours[kind]}>
            {text}
          </span>
        ),
      )}
      {json.length > MAX_LENGTH ? '\n… clipped here; a copy is whole' : ''}
    </pre>
  );
}

export interface JsonPiece {
  readonly kind: 'plain' | 'key' | 'string' | 'number' | 'word';
  readonly text: string;
}

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The pieces put together are the text. A string before a colon is a key. */
export function jsonPieces(json: string): readonly JsonPiece[] {
  const pieces: JsonPiece[] = [];
  let from = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    if (match.index > from) pieces.push({ kind: 'plain', text: json.slice(from, match.index) });
    if (string === undefined) pieces.push({ kind: number === undefined ? 'word' : 'number', text: whole });
    else pieces.push({ kind: colon === undefined ? 'string' : 'key', text: string });
    if (colon !== undefined) pieces.push({ kind: 'plain', text: colon });
    from = match.index + whole.length;
  }
  if (from < json.length) pieces.push({ kind: 'plain', text: json.slice(from) });
  return pieces;
}
