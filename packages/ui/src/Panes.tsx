import { Component, type ErrorInfo, Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { Button } from './Button.tsx';
import styles from './elements.module.css';
import { EmptyState } from './elements.tsx';
import { layout } from './layout.ts';

/** The edge between two panes, which moves with the pointer and with the arrows. `label`: "Width of the detail". */
export function PaneEdge({ id, label }: { readonly id: string; readonly label: string }) {
  return <Separator id={id} className={layout('fixed relative', styles.edge)} aria-label={label} />;
}

interface Pane {
  readonly id: string;
  readonly content: ReactNode;
  /** Width at first, in percent of all panes. */
  readonly percent: number;
  readonly minPixels: number;
  /** Label of the edge between it and the next pane. */
  readonly edge?: string;
  /** Scrolls by itself: in a narrow window it has a height of its own, else that of its content. */
  readonly isScroller?: boolean;
}

interface PanesProps {
  readonly id: string;
  /** False puts the panes one below the other, and they scroll together. */
  readonly isWide: boolean;
  readonly panes: readonly Pane[];
}

/** Panes next to each other, with edges that move. */
export function Panes({ id, isWide, panes }: PanesProps) {
  if (!isWide) {
    return (
      <div className={layout('fill scrolls')}>
        {panes.map((pane) => (
          <div key={pane.id} className={layout('edgeBelow', pane.isScroller === true && layout.high520)}>
            {pane.content}
          </div>
        ))}
      </div>
    );
  }
  return (
    <Group key={panes.length} id={id} className={layout('flexes min400')} orientation="horizontal">
      {panes.map((pane, at) => (
        <Fragment key={pane.id}>
          <Panel id={pane.id} defaultSize={`${pane.percent}`} minSize={`${pane.minPixels}px`}>
            {pane.content}
          </Panel>
          {pane.edge === undefined || at === panes.length - 1 ? null : (
            <PaneEdge id={`${pane.id}-edge`} label={pane.edge} />
          )}
        </Fragment>
      ))}
    </Group>
  );
}

interface BoundaryProps {
  /** A change of it is a fresh start: another session, another view, another subject. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface PaneBoundaryProps extends BoundaryProps {
  /** "the list", "the detail": what stopped, in a sentence. */
  readonly name: string;
}

/** Limits a bug in one pane to that pane, and says what can be done. */
export function PaneBoundary({ name, resetKey, children }: PaneBoundaryProps) {
  const fallback = (error: unknown, onAgain: () => void) => (
    <div role="alert">
      <EmptyState
        title={`A bug of the inspector stopped ${name}`}
        actions={<Button onPress={onAgain}>Draw it again</Button>}
      >
        The log is not touched and the other panes still work. Its words, for a report:{' '}
        <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
      </EmptyState>
    </div>
  );
  const log = (error: Error, { componentStack }: ErrorInfo) =>
    console.error(`${name} stopped`, error, componentStack);
  return (
    <ErrorBoundary resetKey={resetKey} fallback={fallback} onStop={log}>
      {children}
    </ErrorBoundary>
  );
}

interface ErrorBoundaryProps extends BoundaryProps {
  /** What is displayed in place of what stopped. */
  readonly fallback: (error: unknown, onAgain: () => void) => ReactNode;
  readonly onStop?: (error: Error, info: ErrorInfo) => void;
}

interface ErrorBoundaryState {
  readonly stopped: { readonly error: unknown } | null;
  readonly resetKey: string;
}

/** Limits an error to what is inside it (security S-23). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { stopped: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { stopped: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState {
    return props.resetKey === state.resetKey ? state : { stopped: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onStop?.(error, info);
  }

  override render(): ReactNode {
    const { stopped } = this.state;
    if (stopped === null) return this.props.children;
    return this.props.fallback(stopped.error, () => this.setState({ stopped: null }));
  }
}
