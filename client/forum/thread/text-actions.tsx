import { Flag, MessageSquare, Pencil, Share2, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { ActionButton } from '../action-button.tsx'
import { IslandLoadError } from '../../app/load-error.tsx'
import { island } from '../../app/island.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useThread, useThreadAction } from './thread-context.tsx'
import { useTranslate } from './messages.ts'

const icons = {
  like: ThumbsUp,
  dislike: ThumbsDown,
  reply: MessageSquare,
  share: Share2,
  report: Flag,
  edit: Pencil,
  remove: Trash2,
}

/** SVG icons that all comments refer to, so that a page of 60 comments contains each once. */
export const ActionIcons = () => (
  <svg className="hidden">
    {Object.entries(icons).map(([name, Icon]) => (
      <Icon key={name} id={`icon-${name}`} size={16} className="action-icon" />
    ))}
  </svg>
)

export const ActionIcon = ({ name }: { name: keyof typeof icons }) => (
  <svg className="size-4" aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
)

/** Actions that one button reveals on phones. They stay mounted, since their dialogs are inside. */
export function MoreActions({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        icon={<span aria-hidden="true">•••</span>}
        label={t('action.more')}
        className="text-action more-button needs-script"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div className={isOpen ? 'more-actions is-open' : 'more-actions'}>{children}</div>
    </>
  )
}

export function ShareLinkButton({ address }: { address: string }) {
  const t = useTranslate()
  const { say } = useThread()
  const share = async () => {
    const isCopied = await copyText(location.origin + address)
    say(isCopied ? t('told.copied') : `${t('told.not_copied')}. ${t('common.copy_address')}`)
  }
  return (
    <ActionButton
      icon={<ActionIcon name="share" />}
      label={t('action.share')}
      aria-keyshortcuts="s"
      isWide
      onClick={() => void share()}
    />
  )
}

const ReportDialog = island(async () => (await import('./report-dialog.tsx')).ReportDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

export function ReportButton({ path, comment }: { path: string; comment?: number }) {
  const t = useTranslate()
  const runAction = useThreadAction()
  const { say } = useThread()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        icon={<ActionIcon name="report" />}
        label={t('action.report')}
        aria-haspopup="dialog"
        onClick={() => void runAction({ reason: t('auth.report'), comment }, () => setOpen(true))}
      />
      {isOpen && (
        <ReportDialog isComment={comment !== undefined} path={path} say={say} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
