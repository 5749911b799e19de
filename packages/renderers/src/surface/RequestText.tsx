import { writeJson } from '@openwop-inspector/base';
import { Button, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { CodeLines } from '../code/highlight/CodeLine.tsx';
import { codeLanguage } from '../code/highlight/languages.ts';
import { textLines, useLineColours } from '../code/highlight/text-lines.ts';
import { useRenderServices } from '../contract/render-services.ts';
import { type PressedAction, valueObject } from '../model/a2ui/surface-actions.ts';
import { jsonSize } from '../model/json/json-measure.ts';
import { ScrollGroup } from '../parts/elements.tsx';
import { visiblePieces } from '../visible-text/visible-text.ts';
import styles from './surface.module.css';

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

/** JSON in the colours of code. Nothing is hidden in it: see `jsonString`. */
export function JsonText({ json }: { readonly json: string }) {
  const lines = useMemo(() => textLines(json.slice(0, MAX_LENGTH)), [json]);
  const colours = useLineColours(lines, JSON_LANGUAGE);
  return (
    <ScrollGroup className={styles.json} aria-label="JSON" dir="ltr">
      <CodeLines lines={lines} limit={lines.count} colours={colours} />
      {json.length > MAX_LENGTH ? '… clipped here; a copy is whole' : ''}
    </ScrollGroup>
  );
}

// The request that pressing a button would lead to, and its forms for copying. Nothing here is ever sent.

/** Target of an answer; null for what the log does not contain. */
export interface RequestPlace {
  readonly runId: string | null;
  readonly nodeId: string | null;
}

/** A request, whole, as text. */
export interface SurfaceRequest {
  readonly target: PressedAction['target'];
  readonly method: 'POST';
  /** Percent-encoded; `{runId}` and `{nodeId}` replace unknown ids. */
  readonly path: string;
  /** JSON over several lines, members in the order they go out. */
  readonly body: string;
  /** Names of the parts of the path that are not known. */
  readonly unknown: readonly ('runId' | 'nodeId')[];
  /** `resumeValue` of the body as a value, for a check against the schema of the interrupt. */
  readonly resumeValue: unknown;
}

/**
 * Returns the request of a pressed button. `resume` gives the values to the interrupt (envelope 7.3, bundles 5). For
 * `exchange` the protocol defines no request: the values become the content of a turn, which is any JSON (run-events
 * 2), in the form that a recorded host takes at the same address.
 */
export function surfaceRequest(pressed: PressedAction, place: RequestPlace): SurfaceRequest {
  const unknown = (['runId', 'nodeId'] as const).filter((name) => place[name] === null);
  const path = `/v1/runs/${segment(place.runId, 'runId')}/interrupts/${segment(place.nodeId, 'nodeId')}`;
  const isResume = pressed.target === 'resume';
  const resumeValue = valueObject(pressed.entries);
  return {
    target: pressed.target,
    method: 'POST',
    path,
    body: jsonObject([['resumeValue', isResume ? valuesText(pressed.entries, '  ') : turnText(pressed)]]),
    unknown,
    resumeValue: isResume
      ? resumeValue
      : { operation: 'exchange', turn: { role: 'user', content: resumeValue } },
  };
}

/** Percent-encoded so that neither an address nor a shell reads anything into it; `{name}` for what is not known. */
function segment(value: string | null, name: 'runId' | 'nodeId'): string {
  if (value === null) return `{${name}}`;
  const whole = value.replace(/[\ud800-\udfff]/gu, '\ufffd');
  return encodeURIComponent(whole).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function turnText({ entries }: PressedAction): string {
  const content = valuesText(entries, '      ');
  const turn = jsonObject(Object.entries({ role: jsonString('user'), content }), '    ');
  return jsonObject(Object.entries({ operation: jsonString('exchange'), turn }), '  ');
}

function valuesText(entries: PressedAction['entries'], indent: string): string {
  return jsonObject(
    entries.map(([id, value]) => [id, withEscapes(writeJson(value, 2)).replaceAll('\n', `\n${indent}  `)]),
    indent,
  );
}

/**
 * Returns the request for a terminal, without credentials: the user sets `OPENWOP_HOST`. A single quote in the body
 * cannot end its word.
 */
export function curlCommand({ method, path, body, unknown }: SurfaceRequest): string {
  // Braces mean alternatives to curl without this option.
  const globbing = unknown.length > 0 ? ' --globoff' : '';
  return [
    `curl${globbing} --request ${method} "$OPENWOP_HOST${path}" \\`,
    `  --header 'Content-Type: application/json' \\`,
    `  --data-raw '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}

// JSON for display and terminals: hidden characters are escaped.

/** A string as JSON. Hidden characters, direction marks among them, become `\u` escapes. */
export function jsonString(text: string): string {
  return withEscapes(JSON.stringify(text));
}

/** Hidden characters occur in strings alone, so an escape is right wherever one is found. */
function withEscapes(json: string): string {
  const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return visiblePieces(json)
    .map(({ kind, text }) => (kind === 'plain' ? text : text.split('').map(escapeOf).join('')))
    .join('');
}

/** An object as JSON, over several lines, indented from `indent`; its members in an order that objects would not keep. */
function jsonObject(members: readonly (readonly [key: string, json: string])[], indent = ''): string {
  if (members.length === 0) return '{}';
  const lines = members.map(([key, value]) => `${indent}  ${jsonString(key)}: ${value}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Largest value that is written out; a delta frame is at most 1 MiB. */
const MAX_SIZE = 1024 * 1024;

/** A value as JSON over several lines, numbers as `parseAsWritten` read them, hidden characters as escapes; a sentence in its place when it is too much. */
export function prettyJson(value: unknown): string {
  if (typeof jsonSize(value, MAX_SIZE) === 'string') return 'Too large or too deep to be written out here.';
  return value === undefined ? 'nothing' : withEscapes(writeJson(value, 2));
}
