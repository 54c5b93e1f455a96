import type { ComponentProps, MouseEvent } from 'react'
import { isLocked } from '#shared/library/schema.ts'
import { Link } from '../app/link.tsx'
import { useTierPrompt } from './dialog-provider.tsx'
import type { TierItem } from './dialog-content.ts'
import { useViewer } from '../app/session/viewer.ts'

type ItemLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & {
  item: TierItem
  to: string
  onOpened?: () => void
}

export function ItemLink({ item, to, onOpened, children, ...rest }: ItemLinkProps) {
  const viewer = useViewer()
  const promptTier = useTierPrompt()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onOpened?.()
    if (!isLocked(item, viewer.tier)) return
    event.preventDefault()
    promptTier(item, to)
  }
  return (
    <Link to={to} onClick={onClick} {...rest}>
      {children}
    </Link>
  )
}
