import { useRef, useState } from 'react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { IslandLoadError } from '../../app/load-error.tsx'
import { island } from '../../app/island.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ActionButton } from '../action-button.tsx'

export type ActionMenuProps = {
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const BrokenMenu = ({ isOpen, onOpenChange }: ActionMenuProps) =>
  isOpen && <IslandLoadError onClose={() => onOpenChange(false)} />

type MenuActionProps = {
  icon: ReactNode
  label: string
  isWide?: boolean
  onOpen?: (open: () => void) => void
}

export function menuAction(fetchMenu: () => Promise<ComponentType<ActionMenuProps>>) {
  const Menu = island<ActionMenuProps>(fetchMenu, { pending: <Progress />, Failed: BrokenMenu })
  return function MenuAction({ onOpen = (open) => open(), ...props }: MenuActionProps) {
    const button = useRef<HTMLButtonElement>(null)
    const [isOpen, setOpen] = useState<boolean | null>(null)
    return (
      <>
        <ActionButton
          ref={button}
          {...props}
          aria-haspopup="menu"
          aria-expanded={isOpen ?? false}
          onPointerEnter={() => void Menu.prepare()}
          onFocus={() => void Menu.prepare()}
          onClick={() => onOpen(() => setOpen(true))}
        />
        {isOpen !== null && <Menu anchor={button} isOpen={isOpen} onOpenChange={setOpen} />}
      </>
    )
  }
}
