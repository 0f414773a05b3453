import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Navigation to another place is another chance. */
  place: string
  fallback: ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  failedAt: string | null
}

/** A screen that fails, or whose code cannot be loaded, leaves the rest of the page usable. */
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
