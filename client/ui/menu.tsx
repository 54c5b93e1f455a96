import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

type MenuProps = {
  label: string
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function Menu({ label, anchor, isOpen, onOpenChange, children }: MenuProps) {
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
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

export const MenuButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <BaseMenu.Item className="menu-item w-full" onClick={onClick}>
    {children}
  </BaseMenu.Item>
)

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

type MenuChoicesProps<Value extends string> = {
  chosen: Value
  choices: { value: Value; label: string; note: string }[]
  onChoose: (value: Value) => void
}

export function MenuChoices<Value extends string>({ chosen, choices, onChoose }: MenuChoicesProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={chosen} onValueChange={(value: Value) => onChoose(value)}>
      {choices.map(({ value, label, note }) => (
        <BaseMenu.RadioItem
          key={value}
          value={value}
          closeOnClick
          className="menu-item w-full max-w-80 items-start py-2"
        >
          <span className="mt-1 size-4 shrink-0">
            <BaseMenu.RadioItemIndicator>
              <Check className="size-4 text-brand" aria-hidden="true" />
            </BaseMenu.RadioItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="block font-semibold">{label}</span>
            <span className="block text-sm text-muted">{note}</span>
          </span>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}
