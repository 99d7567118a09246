import { Component, type ReactNode } from 'react';

export interface LateBoundaryProps {
  /** Stands in for a part whose code did not come. */
  fallback: ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps a part that arrives later from taking its page with it, when a deploy or a broken connection took its code away. */
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
