import { Component, type ErrorInfo, type ReactNode } from "react";
import { RenderFailure } from "./Refused";

interface RenderBoundaryProps {
  children: ReactNode;
  /** Shown in place of the render-failure screen. */
  fallback?: ReactNode;
  onError?: (error: unknown, info: ErrorInfo) => void;
  /** A new value gives the children another chance: the page's address, for example. */
  resetKey?: string;
}

/**
 * Catches what its children throw while they render in the browser (specification, section 8): logs it, tells `onError`
 * and shows `fallback` or "Something went wrong" with a Refresh Page button. On the server the route's ErrorBoundary
 * answers.
 */
export class RenderBoundary extends Component<RenderBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error("render failure", error, info.componentStack);
    this.props.onError?.(error, info);
  }

  override componentDidUpdate(before: RenderBoundaryProps): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback ?? <RenderFailure />;
  }
}
