import type { TextMark } from '@openwop-inspector/acceptor-core';
import { layout, useLatest } from '@openwop-inspector/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createEditor, type Editor, type EditorParts } from './create-editor.ts';

export interface JsonEditorProps
  extends Pick<EditorParts, 'label' | 'text' | 'onChange'>,
    Partial<Pick<EditorParts, 'describe' | 'onRun' | 'onCursor'>> {
  /** Displayed while the text is the one they were computed for. */
  readonly marks?: readonly TextMark[];
  readonly secrets?: readonly string[];
  /** Text to show the difference to; null for none. */
  readonly original?: string | null;
  /** Receives the editor while it is mounted. */
  readonly editorRef?: RefObject<Editor | null>;
}

const NONE: readonly never[] = [];

/** A JSON editor with inline annotations. The text is controlled by the owner: edits are reported by `onChange`. */
export function JsonEditor(props: JsonEditorProps) {
  const own = useRef<Editor | null>(null);
  const { text, marks = NONE, secrets = NONE, original = null, editorRef = own } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const editor = createEditor(element, {
      label: latest.current.label,
      text: latest.current.text,
      describe: (path, whole) => latest.current.describe?.(path, whole) ?? null,
      onChange: (next) => latest.current.onChange(next),
      onRun: () => latest.current.onRun?.(),
      onCursor: (place) => latest.current.onCursor?.(place),
    });
    editorRef.current = editor;
    return () => {
      editorRef.current = null;
      editor.destroy();
    };
  }, [editorRef, latest]);
  useEffect(() => editorRef.current?.setText(text), [editorRef, text]);
  useEffect(() => editorRef.current?.setMarks(marks), [editorRef, marks]);
  useEffect(() => editorRef.current?.setSecrets(secrets), [editorRef, secrets]);
  useEffect(() => editorRef.current?.setOriginal(original), [editorRef, original]);
  return <div ref={host} className={layout('fill narrow crops ground')} />;
}
