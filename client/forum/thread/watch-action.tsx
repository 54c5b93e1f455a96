import { BellOff, BellRing } from 'lucide-react'
import { menuAction } from './menu-action.tsx'
import { useTranslate } from './tools.messages.ts'
import { useThread, useThreadAction } from './thread-context.tsx'

const MenuAction = menuAction(async () => (await import('./watch-menu.tsx')).WatchMenu)

export function WatchButton() {
  const t = useTranslate()
  const runAction = useThreadAction()
  const { watch } = useThread().thread
  const Icon = watch === 'muted' ? BellOff : BellRing
  return (
    <MenuAction
      icon={<Icon className={`size-4 ${watch === 'following' ? 'fill-current text-brand' : ''}`} aria-hidden="true" />}
      label={t(`watch.states.${watch}`)}
      isWide
      onOpen={(open) => void runAction({ reason: t('watch.log_in') }, open)}
    />
  )
}
