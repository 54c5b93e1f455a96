import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  renderFallback: (error: unknown) => ReactNode
  onError?: (error: unknown) => void
  canRestart?: (error: unknown) => boolean
}
type State = { caught: { error: unknown } | null }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { caught: null }
  hasRestarted = false
  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
    if (this.hasRestarted || !this.props.canRestart?.(error)) return
    this.hasRestarted = true
    this.setState({ caught: null })
  }
  override render() {
    const { caught } = this.state
    return caught ? this.props.renderFallback(caught.error) : this.props.children
  }
}
