import { Button, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { CodeLines } from '../code/highlight/CodeLine.tsx';
import { codeLanguage } from '../code/highlight/languages.ts';
import { textLines } from '../code/highlight/text-lines.ts';
import { useLineColours } from '../code/highlight/use-line-colours.ts';
import { useRenderServices } from '../contract/render-services.ts';
import { ScrollGroup } from '../parts/elements.tsx';
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
        <div className={layout('rowTop wrap', styles.row)}>
          <Button small onPress={() => void copyText(body, 'Request as JSON')}>
            Copy as JSON
          </Button>
          <Button small onPress={() => void copyText(curlCommand(request), 'Request as curl')}>
            Copy as curl
          </Button>
          <span className={layout('selfCentred', styles.meta)}>without credentials</span>
        </div>
      ) : null}
    </div>
  );
}

/** Longest JSON that is displayed, in UTF-16 units; what is copied is whole. */
const MAX_LENGTH = 20_000;

const JSON_LANGUAGE = codeLanguage('json');

interface JsonTextProps {
  /** JSON in which nothing is hidden: see `jsonString`. */
  readonly json: string;
}

/** JSON in the colours of code. */
export function JsonText({ json }: JsonTextProps) {
  const lines = useMemo(() => textLines(json.slice(0, MAX_LENGTH)), [json]);
  const colours = useLineColours(lines, JSON_LANGUAGE);
  return (
    <ScrollGroup className={styles.json} aria-label="JSON" dir="ltr">
      <CodeLines lines={lines} limit={lines.count} colours={colours} />
      {json.length > MAX_LENGTH ? '… clipped here; a copy is whole' : ''}
    </ScrollGroup>
  );
}
