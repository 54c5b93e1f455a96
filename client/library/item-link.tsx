import type { ComponentProps, MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useViewer } from '../app/viewer.ts'
import { useTranslate } from './messages.ts'

type ItemLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & {
  item: { required_tier: number }
  to: string
  reason?: string
  onOpened?: () => void
}

export function ItemLink({ item, to, reason, onOpened, children, ...rest }: ItemLinkProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const navigate = useNavigate()
  const promptLogin = useLoginPrompt()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    onOpened?.()
    if (!isLocked(item, viewer.tier)) return
    event.preventDefault()
    if (viewer.is_signed_in) void navigate(paths.subscription)
    else promptLogin(reason ?? t('auth.view'), to, { kind: 'view', is_locked: true })
  }
  return (
    <Link to={to} onClick={onClick} {...rest}>
      {children}
    </Link>
  )
}
