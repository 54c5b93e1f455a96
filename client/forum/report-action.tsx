import { useState } from 'react'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { ActionButton } from './action-button.tsx'
import { ActionIcon } from './action-icon.tsx'
import { useDeed, useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'

const ReportDialog = island(async () => (await import('./report-dialog.tsx')).ReportDialog, {
  pending: <Progress />,
  Failed: BrokenIsland,
})

export function ReportAction({ path, comment }: { path: string; comment?: number }) {
  const t = useTranslate()
  const deed = useDeed()
  const { say } = useThread()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        icon={<ActionIcon name="report" />}
        label={t('action.report')}
        aria-haspopup="dialog"
        onClick={() => void deed({ reason: t('auth.report'), comment }, () => setOpen(true))}
      />
      {isOpen && (
        <ReportDialog isComment={comment !== undefined} path={path} say={say} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
