import { Component, type ReactNode } from 'react';

interface RenderBoundaryProps {
  /** Another subject is a fresh start. */
  readonly resetKey: string;
  /** What is shown in place of a renderer that stopped. `said` are the words of the error, for a report. */
  readonly fallback: (said: string) => ReactNode;
  readonly children: ReactNode;
}

interface RenderBoundaryState {
  readonly said: string | null;
  readonly resetKey: string;
}

/** Keeps what stops one renderer from taking anything else with it (security S-23). */
export class RenderBoundary extends Component<RenderBoundaryProps, RenderBoundaryState> {
  override state: RenderBoundaryState = { said: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<RenderBoundaryState> {
    return { said: error instanceof Error ? error.name : 'Error' };
  }

  static getDerivedStateFromProps(
    props: RenderBoundaryProps,
    state: RenderBoundaryState,
  ): RenderBoundaryState {
    return props.resetKey === state.resetKey ? state : { said: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { said } = this.state;
    return said === null ? this.props.children : this.props.fallback(said);
  }
}
