import { Button, jsonColours, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import styles from './surface.module.css';
import { curlCommand, type SurfaceRequest } from './surface-request.ts';

interface RequestTextProps {
  readonly request: SurfaceRequest;
  /** False while the button is locked: what would not be sent is not handed out. */
  readonly canCopy: boolean;
}

/** A request as it would go out, to read and to copy. */
export function RequestText({ request, canCopy }: RequestTextProps) {
  const { copyText } = useRenderServices();
  const { method, path, body, unknown } = request;
  return (
    <div className={layout('grid narrow card gap4 pad8x12')}>
      <p className={layout('breaks payload primary')}>
        {method} {path}
      </p>
      <JsonText json={body} />
      {unknown.length === 0 ? null : (
        <p className={styles.meta}>
          {unknown.map((name) => `{${name}}`).join(' and ')}{' '}
          {unknown.length === 1 ? 'is not known from' : 'are not known from'} what is open here.
        </p>
      )}
      {canCopy ? (
        <div className={styles.row}>
          <Button small onPress={() => void copyText(body, 'Request as JSON')}>
            Copy as JSON
          </Button>
          <Button small onPress={() => void copyText(curlCommand(request), 'Request as curl')}>
            Copy as curl
          </Button>
          <span className={styles.meta}>without credentials</span>
        </div>
      ) : null}
    </div>
  );
}

/** Longest JSON that is displayed, in UTF-16 units; what is copied is whole. */
const MAX_LENGTH = 20_000;

interface JsonTextProps {
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

interface JsonPiece {
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
