/** Actions of the editor for keys outside it. */
export interface EditorInSight {
  goToMark(direction: 1 | -1): void;
  focus(): void;
}

let current: (() => EditorInSight | null) | null = null;

/** Makes an editor the one that F8 works in. Returns the way to take it back. */
export function registerEditor(editor: () => EditorInSight | null): () => void {
  current = editor;
  return () => {
    if (current === editor) current = null;
  };
}

/** The visible editor, if any. */
export function editorInSight(): EditorInSight | null {
  return current?.() ?? null;
}
