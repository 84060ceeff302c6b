import { Component, type ReactNode } from 'react';

interface Props {
  fallback: ReactNode;
  children: ReactNode;
  /** Retries when it changes, as when the user goes to another page. */
  of?: string;
}

/** Keeps a failure while drawing (or while loading the code for it) to its own place on the page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(before: Props, { failed }: { failed: boolean }) {
    // Not for an error that has only just come with the change.
    if (failed && before.of !== this.props.of) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
