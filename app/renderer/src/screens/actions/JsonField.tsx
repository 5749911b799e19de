import { Pending } from '@openwop-inspector/ui';
import { lazy, Suspense, useRef } from 'react';
import type { Editor } from '../../editor/create-editor.ts';
import styles from './Actions.module.css';

/** Loaded with the first answer that is written as JSON. */
const JsonEditor = lazy(async () => ({
  default: (await import('../../editor/JsonEditor.tsx')).JsonEditor,
}));

export interface JsonFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const NONE: readonly never[] = [];

/** A value as JSON, in the editor of the acceptor. */
export function JsonField({ label, text, onChange }: JsonFieldProps) {
  const editorRef = useRef<Editor | null>(null);
  return (
    <div className={styles.editor}>
      <Suspense fallback={<Pending>The editor is on its way.</Pending>}>
        <JsonEditor
          label={label}
          text={text}
          marks={NONE}
          secrets={NONE}
          original={null}
          describe={() => null}
          editorRef={editorRef}
          onChange={onChange}
          onRun={() => undefined}
          onCursor={() => undefined}
        />
      </Suspense>
    </div>
  );
}
