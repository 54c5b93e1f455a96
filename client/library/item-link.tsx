import type { ComponentProps, MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'

type ItemLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & {
  item: { required_tier: number }
  to: string
  /** What a visitor is asked to log in for when the item is locked. */
  reason?: WordKey
  /** Called when it leads on within this tab. */
  onOpened?: () => void
}

/** Leads to an item of the library; where it is locked, a visitor is asked to log in, a member is shown the plans. */
export function ItemLink({ item, to, reason = 'auth.view', onOpened, children, ...rest }: ItemLinkProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const askToLogIn = useAskToLogIn()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onOpened?.()
    if (!isLocked(item, viewer.tier)) return
    event.preventDefault()
    if (viewer.is_signed_in) void navigate(paths.subscription)
    else askToLogIn(reason, to)
  }
  return (
    <Link to={to} onClick={onClick} {...rest}>
      {children}
    </Link>
  )
}
