import type { TextMark } from '@openwop-inspector/acceptor-core';
import { layout } from '@openwop-inspector/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type CursorPlace, createEditor, type Editor } from './create-editor.ts';
import type { Describe } from './schema-assist.ts';

export interface JsonEditorProps {
  readonly label: string;
  readonly text: string;
  /** Displayed while the text is the one they were computed for. */
  readonly marks: readonly TextMark[];
  readonly secrets: readonly string[];
  /** Text to show the difference to; null for none. */
  readonly original: string | null;
  readonly describe?: Describe;
  readonly onChange: (text: string) => void;
  readonly onRun?: () => void;
  readonly onCursor?: (place: CursorPlace) => void;
  /** Receives the editor while it is mounted. */
  readonly editorRef: RefObject<Editor | null>;
}

/** A JSON editor with inline annotations. The text is controlled by the owner: edits are reported by `onChange`. */
export function JsonEditor(props: JsonEditorProps) {
  const { text, marks, secrets, original, editorRef } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
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
  }, [editorRef]);
  useEffect(() => editorRef.current?.setText(text), [editorRef, text]);
  useEffect(() => editorRef.current?.setMarks(marks), [editorRef, marks]);
  useEffect(() => editorRef.current?.setSecrets(secrets), [editorRef, secrets]);
  useEffect(() => editorRef.current?.setOriginal(original), [editorRef, original]);
  return <div ref={host} className={layout('fill narrow crops ground')} />;
}
