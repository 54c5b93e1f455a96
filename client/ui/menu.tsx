import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'

type MenuProps = {
  label: string
  /** The button that opens the menu: it opens beside it, and the focus goes back there. */
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A menu whose button is elsewhere, so that it can be fetched once it is wanted. */
export function Menu({ label, anchor, isOpen, onOpenChange, children }: MenuProps) {
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={(wanted) => onOpenChange(wanted)}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align="start" sideOffset={6} collisionPadding={12} className="z-40">
          <BaseMenu.Popup
            className="menu max-h-(--available-height) min-w-[max(12rem,var(--anchor-width))] overflow-y-auto"
            aria-label={label}
            finalFocus={anchor}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** An entry that leads to another site in a new tab; what it leaves behind cannot reach back. */
export function MenuLink({
  href,
  onClick,
  children,
}: {
  href: string
  onClick: (event: { preventDefault: () => void }) => void
  children: ReactNode
}) {
  return (
    <BaseMenu.LinkItem
      className="menu-item"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      closeOnClick
      onClick={onClick}
    >
      {children}
    </BaseMenu.LinkItem>
  )
}
