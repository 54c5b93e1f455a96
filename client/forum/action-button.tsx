import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type ActionButtonProps = ComponentProps<'button'> & {
  Icon: LucideIcon
  label: string
  /** As the row has room: its label is seen from 640 px on. */
  isWide?: boolean
}

export function ActionButton({ Icon, label, isWide = false, ...button }: ActionButtonProps) {
  return (
    <button type="button" className="text-action needs-script" title={isWide ? undefined : label} {...button}>
      <Icon className="size-4" aria-hidden="true" />
      <span className={isWide ? 'max-sm:sr-only' : 'sr-only'}>{label}</span>
    </button>
  )
}
