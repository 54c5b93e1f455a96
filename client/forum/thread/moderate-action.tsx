import { ShieldEllipsis } from 'lucide-react'
import { menuAction } from './menu-action.tsx'
import { useThread } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'

const MenuAction = menuAction(async () => (await import('./moderator-menu.tsx')).ModeratorMenu)

export function ModerateButton() {
  const t = useTranslate()
  const { thread, isOpen } = useThread()
  if (!isOpen && (!thread.author || thread.author.is_team)) return null
  return <MenuAction icon={<ShieldEllipsis className="size-4" aria-hidden="true" />} label={t('moderate.title')} />
}
