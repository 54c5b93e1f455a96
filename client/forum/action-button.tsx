import type { ComponentProps, ReactNode } from 'react'

type ActionButtonProps = ComponentProps<'button'> & {
  icon: ReactNode
  label: string
  /** True: the label is shown in windows of at least 640 px. */
  isWide?: boolean
}

export function ActionButton({ icon, label, isWide = false, ...button }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={isWide ? 'text-action is-wide needs-script' : 'text-action needs-script'}
      title={isWide ? undefined : label}
      {...button}
    >
      {icon}
      <span className="action-label">{label}</span>
    </button>
  )
}
