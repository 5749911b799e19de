import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { EmptyState } from './elements.tsx';

interface PaneBoundaryProps {
  /** "the list", "the detail": what stopped, in a sentence. */
  readonly name: string;
  /** A change of it is a fresh start: another session, another view. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface PaneBoundaryState {
  readonly reason: string | null;
  readonly resetKey: string;
}

/** Limits a bug in one pane to that pane, and says what can be done. */
export class PaneBoundary extends Component<PaneBoundaryProps, PaneBoundaryState> {
  override state: PaneBoundaryState = { reason: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<PaneBoundaryState> {
    return { reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }

  static getDerivedStateFromProps(props: PaneBoundaryProps, state: PaneBoundaryState): PaneBoundaryState {
    return props.resetKey === state.resetKey ? state : { reason: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.name} stopped`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { reason } = this.state;
    if (reason === null) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          title={`A bug of the inspector stopped ${this.props.name}`}
          actions={<Button onPress={() => this.setState({ reason: null })}>Draw it again</Button>}
        >
          The log is not touched and the other panes still work. Its words, for a report:{' '}
          <code>{reason}</code>
        </EmptyState>
      </div>
    );
  }
}
