import { useQueryClient } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'
import { WatchLevelChange, watchLevels } from '#shared/forum/watch.ts'
import type { WatchLevel } from '#shared/forum/watch.ts'
import { send } from '../../app/api.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import type { ActionMenuProps } from './menu-action.tsx'
import { useThread, useThreadAction } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

export function WatchMenu(menu: ActionMenuProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const { thread, say } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const sendLevel = async (level: WatchLevel) => {
    const path = forumPaths.api.threadWatch(thread.meta_slug)
    const schema = import.meta.env.DEV && WatchLevelChange
    const { watch } = await send(client, 'PUT', path, { body: { watch: level }, schema })
    changeThread({ watch })
    say(t(`watch.told.${watch}`))
  }
  const choose = (level: WatchLevel) =>
    runAction({ reason: t('watch.log_in') }, async () => {
      changeThread({ watch: level })
      await sendLevel(level).catch((error: unknown) => {
        changeThread({ watch: thread.watch })
        throw error
      })
    })
  const choices = watchLevels.map((level) => ({
    value: level,
    label: t(`watch.levels.${level}`),
    note: t(`watch.notes.${level}`),
  }))
  return (
    <Menu label={t('watch.title')} {...menu}>
      <MenuChoices chosen={thread.watch} choices={choices} onChoose={(level) => void choose(level)} />
    </Menu>
  )
}
