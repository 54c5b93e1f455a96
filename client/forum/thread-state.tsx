export const threadStates = ['pinned', 'answered', 'closed'] as const
type StateProps = { state: (typeof threadStates)[number]; label: string }

export const StateChip = ({ state, label }: StateProps) => <span className={`state state-${state}`}>{label}</span>
