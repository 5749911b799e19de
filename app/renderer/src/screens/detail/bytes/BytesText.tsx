import { classNames, layout } from '@openwop-inspector/ui';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { TextRange } from './bytes-page.ts';
import { type BytesView, createBytesView } from './bytes-view.ts';

export interface BytesTextHandle {
  /** Takes the focus, with the cursor at the beginning of the mark. */
  focus(): void;
}

export interface BytesTextProps {
  readonly ref?: Ref<BytesTextHandle>;
  readonly text: string;
  readonly mark: TextRange | null;
  /** Brings the mark into sight. False when the person is reading at its place already. */
  readonly isSought: boolean;
  readonly onCursor: (unit: number) => void;
  readonly onLeave: () => void;
}

/** View: a text with a cursor and one mark. */
export function BytesText(props: BytesTextProps) {
  const { text, mark, isSought } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<BytesView | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = createBytesView(host.current, {
      label: 'Bytes of the event as text',
      onCursor: (unit) => latest.current.onCursor(unit),
      onLeave: () => latest.current.onLeave(),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => view.current?.setText(text), [text]);
  const from = mark?.from ?? -1;
  const to = mark?.to ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text loses its mark
  useEffect(
    () => view.current?.setMark(from < 0 ? null : { from, to }, isSought),
    [text, from, to, isSought],
  );
  useImperativeHandle(props.ref, () => ({ focus: () => view.current?.focusAt(Math.max(0, from)) }), [from]);
  return <div ref={host} className={classNames(layout.fill, layout.narrow, layout.crops, layout.ground)} />;
}
