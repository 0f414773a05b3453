import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Navigating to another place clears the error. */
  place: string
  fallback: ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  failedAt: string | null
}

/** Keeps the rest of the page usable when a screen throws or its code cannot be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedAt: null }

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.place })
  }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failedAt: '' }
  }

  override render(): ReactNode {
    const { failedAt } = this.state
    if (failedAt === '' || failedAt === this.props.place) return this.props.fallback
    return this.props.children
  }
}
