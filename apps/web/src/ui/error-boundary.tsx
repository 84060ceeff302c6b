import { Component, type ReactNode } from 'react';

interface Props {
  fallback: ReactNode;
  children: ReactNode;
  /** A change of this value retries, for example when the user goes to another page. */
  of?: string;
}

/** Confines a failure to render, or to load code for rendering, to its own place on the page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate(before: Props, { failed }: { failed: boolean }) {
    // `failed` is the state before the change, so an error that came with the change itself stays.
    if (failed && before.of !== this.props.of) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
