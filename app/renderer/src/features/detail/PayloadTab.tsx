import { formatBytes, formatCount, masker } from '@openwop-inspector/base';
import {
  type PayloadNode,
  type PayloadSource,
  PayloadTree,
  type PayloadTreeHandle,
} from '@openwop-inspector/renderers';
import type { EventRow, ValueAtByte } from '@openwop-inspector/run-log';
import {
  Button,
  ControlButton,
  copyText,
  layout,
  onResize,
  PaneEdge,
  Segmented,
} from '@openwop-inspector/ui';
import {
  type ComponentProps,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { useJob } from '../../shared/job-query.ts';
import { askWorker } from '../../worker/client.ts';
import { useBytesPane, usePaneShares } from '../events/column-actions.ts';
import { writeNoteOn } from '../notes/note-actions.ts';
import type { BytesPaneHandle } from './BytesPane.tsx';
import type { ByteRange } from './RawBytes.tsx';
import { type SelectedValue, takeSelectedValue, useSelectedValue } from './selected-value.ts';

/** Wider panes have the bytes next to the tree, narrower ones under it. */
const SIDE_BY_SIDE_FROM = 760;

/** Loaded with an editor's text view, which most displays of a payload do not need. */
const LazyBytesPane = lazy(async () => ({ default: (await import('./BytesPane.tsx')).BytesPane }));

type Scope = 'payload' | 'event';

const SCOPES = [
  { value: 'payload', label: 'Payload' },
  { value: 'event', label: 'Whole event' },
] as const;

export interface PayloadTabProps {
  readonly sessionId: string;
  readonly row: EventRow;
  readonly onShowBytes: (ordinal: number, offset: number) => void;
  /** The value that the tree opens at, from the event's root; null for its start. */
  readonly first?: string | null;
  /** Omits the parts that a separate tab has: scope, search field and bytes. */
  readonly lean?: boolean;
}

/** Container: the payload of one event as a tree. Older hosts write `data` for `payload`; then that is displayed. */
export function PayloadTab({ sessionId, row, onShowBytes, first = null, lean = false }: PayloadTabProps) {
  const { ordinal, byteOffset } = row;
  const [isOpen, setOpen] = useBytesPane();
  const requested = useSelectedValue(sessionId, lean ? null : ordinal);
  const { scope, setScope, root, node, isKnown, target } = useScope(sessionId, ordinal, first, requested);
  const source = useMemo(() => eventSource(sessionId, ordinal), [sessionId, ordinal]);
  const last = useRef<FirstValue>(first === null ? null : { pointer: first });
  const showBytes = (at: number) => onShowBytes(ordinal, at - byteOffset);
  const tree: TreeProps = {
    last,
    target,
    source,
    root,
    label: root === '' ? 'Event' : 'Payload',
    lean,
    onCopy: async (text) => (await copyText(masker.json(text).text)).kind === 'copied',
    onNote: (node) => void writeNoteOn(sessionId, row, node.pointer),
  };
  return (
    <section aria-label="Payload" className={layout('column pane')}>
      <header className={layout('row wrap fixed gap2x8 pad4x12 min32')}>
        <h2>{root === '' ? 'Event' : root === '/data' ? 'Payload (data)' : 'Payload'}</h2>
        {node !== null && (
          <span className={layout('nowrap third')}>
            {formatBytes(node.byteLength)} at byte {formatCount(node.byteOffset)}
          </span>
        )}
        <span className={layout('row toEnd gap8')}>
          {!lean && <Segmented label="Displayed part" choices={SCOPES} value={scope} onChange={setScope} />}
          {!lean && (
            <ControlButton aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
              Bytes alongside
            </ControlButton>
          )}
          <Button small onPress={() => showBytes(node?.byteOffset ?? byteOffset)}>
            Raw bytes
          </Button>
        </span>
      </header>
      {isKnown && scope === 'payload' && node === null ? (
        <p className={layout('words pad8x12')}>The host wrote no payload for this event.</p>
      ) : (
        isKnown &&
        (isOpen && !lean ? (
          <TreeAndBytes key={root} sessionId={sessionId} row={row} tree={tree} />
        ) : (
          <div className={layout.fill}>
            <TreeThatGoesOn key={root} {...tree} onShowBytes={(node) => showBytes(node.byteOffset)} />
          </div>
        ))
      )}
    </section>
  );
}

/** The displayed part of an event and its node; the part with `first` or the requested value, until the user changes it. */
function useScope(sessionId: string, ordinal: number, first: string | null, requested: SelectedValue | null) {
  // Values outside of the payload are displayed in the whole event.
  const isWhole = first !== null && !/^\/payload(\/|$)/.test(first);
  const [scope, setScope] = useState<Scope>(isWhole ? 'event' : 'payload');
  const payload = useJob('jsonNode', { sessionId, ordinal, pointer: '/payload' });
  const data = useJob('jsonNode', { sessionId, ordinal, pointer: '/data' });
  const whole = useJob('jsonNode', { sessionId, ordinal, pointer: '' });
  const named = payload.data ?? data.data ?? null;
  const isKnown = payload.data !== undefined && data.data !== undefined;
  const payloadRoot = named?.pointer ?? '/payload';
  const root = scope === 'event' ? '' : payloadRoot;
  // The requested value may be outside of the payload.
  const isOutside = isKnown && requested !== null && !`${requested.pointer}/`.startsWith(`${payloadRoot}/`);
  useEffect(() => {
    if (isOutside) setScope('event');
  }, [isOutside]);
  return {
    scope,
    setScope,
    root,
    node: scope === 'event' ? (whole.data ?? null) : named,
    /** False until it is known whether there is a payload. */
    isKnown,
    /** The requested value, once the tree of this part can show it. */
    target: isOutside && root !== '' ? null : requested,
  };
}

/** Initial value of a tree. */
type FirstValue = ComponentProps<typeof PayloadTree>['first'];

type TreeProps = ComponentProps<typeof PayloadTree> & {
  /** The current value, which outlives the tree: toggling the bytes creates another one. */
  readonly last: RefObject<FirstValue>;
  /** The requested value; null for none. */
  readonly target: SelectedValue | null;
};

/** A tree that opens at the last value of the previous one, and navigates to the requested one. */
function TreeThatGoesOn({ last, target, onCurrent, ref, ...props }: TreeProps) {
  const [first] = useState(() => (target === null ? (last.current ?? null) : null));
  const own = useRef<PayloadTreeHandle>(null);
  useImperativeHandle(ref, () => ({
    show: async (...place) => (await own.current?.show(...place)) ?? false,
    focus: () => own.current?.focus(),
  }));
  useEffect(() => {
    if (target === null) return;
    void own.current?.show(target.pointer, undefined, target.takesFocus);
    takeSelectedValue(target);
  }, [target]);
  const note = useCallback(
    (node: PayloadNode | null) => {
      last.current = node;
      onCurrent?.(node);
    },
    [last, onCurrent],
  );
  return <PayloadTree {...props} ref={own} first={first} onCurrent={note} />;
}

/**
 * The tree and the bytes, synchronized: the selection of one is marked in the other. Two resizable panes whose shares
 * are saved in the settings.
 */
function TreeAndBytes(props: Pick<PayloadTabProps, 'sessionId' | 'row'> & { readonly tree: TreeProps }) {
  const { sessionId, row, tree } = props;
  const [selected, setSelected] = useState<PayloadNode | null>(null);
  const [outside, setOutside] = useState<ByteRange | null>(null);
  const rows = useRef<PayloadTreeHandle>(null);
  const bytes = useRef<BytesPaneHandle>(null);

  const onCurrent = useCallback((node: PayloadNode | null) => {
    setSelected(node);
    setOutside(null);
  }, []);

  async function onValue(value: ValueAtByte) {
    const isThere = await rows.current?.show(value.pointer, value.byteOffset);
    setOutside(isThere === true ? null : value);
  }

  const [width, measure] = useWidth();
  const isWide = width >= SIDE_BY_SIDE_FROM;
  const arrangement = isWide ? 'bytesColumns' : 'bytesRows';
  const shares = usePaneShares(arrangement);
  return (
    <div ref={measure} className={layout.fill}>
      {width > 0 && (
        <Group
          key={arrangement}
          id="payload-panes"
          className={layout.full}
          orientation={isWide ? 'horizontal' : 'vertical'}
          {...shares}
        >
          <Panel id="tree" defaultSize="58" minSize="25">
            <TreeThatGoesOn
              {...tree}
              ref={rows}
              onCurrent={onCurrent}
              onShowBytes={() => bytes.current?.focus()}
            />
          </Panel>
          <PaneEdge id="bytes-edge" label={isWide ? 'Width of the bytes' : 'Height of the bytes'} />
          <Panel id="bytes" defaultSize="42" minSize="15">
            <Suspense>
              <LazyBytesPane
                ref={bytes}
                sessionId={sessionId}
                ordinal={row.ordinal}
                event={row}
                selected={outside ?? selected}
                isOutside={outside !== null}
                onValue={(value) => void onValue(value)}
                onLeave={() => rows.current?.focus()}
              />
            </Suspense>
          </Panel>
        </Group>
      )}
    </div>
  );
}

/** The document of one event, as read by the payload tree. */
function eventSource(sessionId: string, ordinal: number): PayloadSource {
  return {
    node: (pointer) => askWorker('jsonNode', { sessionId, ordinal, pointer }),
    children: (pointer, offset, limit) =>
      askWorker('jsonChildren', { sessionId, ordinal, pointer, offset, limit }),
    text: (pointer, maxBytes) =>
      askWorker('jsonText', { sessionId, ordinal, pointer, ...(maxBytes === undefined ? {} : { maxBytes }) }),
    reveal: (pointer) => askWorker('jsonReveal', { sessionId, ordinal, pointer }),
    search: (text) => askWorker('jsonSearch', { sessionId, ordinal, text }),
  };
}

/** Width of an element, 0 until it is known. */
function useWidth(): readonly [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback(
    (element: HTMLElement | null) => onResize(element, ({ clientWidth }) => setWidth(clientWidth)),
    [],
  );
  return [width, measure];
}
