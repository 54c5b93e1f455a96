import { Check, MessageSquareOff, Pin } from 'lucide-react'

const icons = { pinned: Pin, answered: Check, closed: MessageSquareOff }
export const threadStates = ['pinned', 'answered', 'closed'] as const
type StateProps = { state: keyof typeof icons }

export function StateIcon({ state }: StateProps) {
  const Icon = icons[state]
  return <Icon className={`size-4`} aria-hidden="true" />
}

export const StateChip = ({ state, label }: StateProps & { label: string }) => (
  <span className={`state state-${state}`}>
    <StateIcon state={state} />
    {label}
  </span>
)
