import { useQueryClient } from '@tanstack/react-query'
import { FolderInput, MessageSquare, MessageSquareOff, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import type { ThreadStateChanges } from '#shared/forum/moderation.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Thread } from '#shared/forum/schema.ts'
import type { Section } from '#shared/forum/schema.ts'
import { send } from '../../app/api.ts'
import { fieldProblemsOf } from '../../app/form.tsx'
import { MemberIcon, useMemberDialog } from '../../dialogs/moderate-member.tsx'
import { Menu, MenuButton } from '../../ui/menu.tsx'
import { markListsStale } from '../stale-lists.ts'
import type { ActionMenuProps } from './menu-action.tsx'
import { useTranslate as usePageMessages } from './messages.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useThread, useThreadAction } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

/** Sends a moderator's change of the thread state, and offers to undo it. */
function useStateChange() {
  const t = usePageMessages()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const { thread, say, offerUndo } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const write = async (changes: ThreadStateChanges) => {
    const path = moderationPaths.api.thread(thread.meta_slug)
    const changed = await send(client, 'PATCH', path, { body: changes, schema: import.meta.env.DEV && Thread })
    const { section, is_closed, is_pinned } = changed
    changeThread({ section, is_closed, is_pinned })
    markListsStale(client, [forumPaths.api.sections])
  }
  return (text: string, changes: ThreadStateChanges, opposite: ThreadStateChanges) =>
    runAction({ reason: t('auth.change') }, async () => {
      try {
        await write(changes)
      } catch (error) {
        const [refusal] = Object.values(fieldProblemsOf(error)).flat()
        if (refusal === undefined) throw error
        say(refusal)
        return
      }
      offerUndo(text, () => write(opposite))
    })
}

type StateButtonsProps = { change: ReturnType<typeof useStateChange>; onMove: () => void }

function StateButtons({ change, onMove }: StateButtonsProps) {
  const t = useTranslate()
  const page = usePageMessages()
  const { is_closed, is_pinned, section } = useThread().thread
  const close = () =>
    change(page(is_closed ? 'told.reopened' : 'told.closed'), { is_closed: !is_closed }, { is_closed })
  const pin = () => change(page(is_pinned ? 'told.unpinned' : 'told.pinned'), { is_pinned: !is_pinned }, { is_pinned })
  const CloseIcon = is_closed ? MessageSquare : MessageSquareOff
  const PinIcon = is_pinned ? PinOff : Pin
  return (
    <>
      <MenuButton onClick={() => void close()}>
        <CloseIcon className="size-4" aria-hidden="true" />
        <span>{t(is_closed ? 'moderate.reopen' : 'moderate.close')}</span>
      </MenuButton>
      <MenuButton onClick={() => void pin()}>
        <PinIcon className="size-4" aria-hidden="true" />
        <span>{t(is_pinned ? 'moderate.unpin' : 'moderate.pin', { section: section.name })}</span>
      </MenuButton>
      <MenuButton onClick={onMove}>
        <FolderInput className="size-4" aria-hidden="true" />
        {t('moderate.move')}
      </MenuButton>
    </>
  )
}

export function ModeratorMenu(menu: ActionMenuProps) {
  const t = useTranslate()
  const page = usePageMessages()
  const { thread, isOpen } = useThread()
  const change = useStateChange()
  const [isMoving, setMoving] = useState(false)
  const { is_pinned, section, author } = thread
  const member = useMemberDialog(author?.username ?? '')
  const move = (target: Section) =>
    change(
      page('told.moved', { name: target.name }),
      { section: target.slug },
      { section: section.slug, ...(is_pinned && { is_pinned }) },
    )
  return (
    <>
      <Menu label={t('moderate.title')} {...menu}>
        {isOpen && <StateButtons change={change} onMove={() => setMoving(true)} />}
        {author && !author.is_team && (
          <MenuButton onClick={member.open}>
            <MemberIcon />
            {t('moderate.member', { name: author.username })}
          </MenuButton>
        )}
      </Menu>
      {member.dialog}
      {isMoving && <MoveDialog section={section.slug} onClose={() => setMoving(false)} onMove={move} />}
    </>
  )
}
