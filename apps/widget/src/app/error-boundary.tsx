import { Component, type ComponentType, type ReactNode } from 'react';
import type { Log } from '../platform/log.ts';

interface ErrorBoundaryProps {
  log: Log;
  /** Stands in for what broke; `onAgain` draws it anew. */
  fallback: ComponentType<{ onAgain: () => void }>;
  children: ReactNode;
}

/** Keeps a broken screen from taking the header and the menu with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.log.error('A screen broke', error);
  }

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props;
    return this.state.isBroken ? <Fallback onAgain={() => this.setState({ isBroken: false })} /> : children;
  }
}
