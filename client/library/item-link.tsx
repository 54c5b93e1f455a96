import type { MouseEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'

type ItemLinkProps = {
  item: { required_tier: number }
  to: string
  /** What a visitor is asked to log in for when the item is locked. */
  reason?: WordKey
  className?: string
  'aria-current'?: 'page'
  children: ReactNode
}

/** Leads to an item of the library; where it is locked, a visitor is asked to log in, a member is shown the plans. */
export function ItemLink({ item, to, reason = 'auth.view', children, ...rest }: ItemLinkProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const askToLogIn = useAskToLogIn()
  const onClick = (event: MouseEvent) => {
    if (!isLocked(item, viewer.tier) || event.metaKey || event.ctrlKey || event.shiftKey) return
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
