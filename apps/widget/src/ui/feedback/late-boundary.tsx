import { Component, type ReactNode } from 'react';

export interface LateBoundaryProps {
  /** Shown for a part whose code did not load. */
  fallback: ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/**
 * Keeps a part that loads later from breaking its page, when a deploy or a broken connection made its code unavailable.
 */
export class LateBoundary extends Component<LateBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
