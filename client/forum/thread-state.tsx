import { Check, MessageSquareOff, Pin } from 'lucide-react'

const chip = 'chip font-sans font-medium'

export const ClosedIcon = () => <MessageSquareOff className="size-4" aria-hidden="true" />

export const ClosedChip = ({ label }: { label: string }) => (
  <span className={chip}>
    <ClosedIcon />
    {label}
  </span>
)

export const PinnedChip = ({ label }: { label: string }) => (
  <span className={chip}>
    <Pin className="size-4" aria-hidden="true" />
    {label}
  </span>
)

export const AnsweredChip = ({ label }: { label: string }) => (
  <span className={chip}>
    <Check className="size-4 text-brand" aria-hidden="true" />
    {label}
  </span>
)
