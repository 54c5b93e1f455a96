import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { Progress } from '../ui/progress.tsx'
import { useTranslate } from './messages.ts'
import { isSignedIn } from '../app/session/viewer.ts'

const CollectDialog = island(async () => (await import('./collect-dialog.tsx')).CollectDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

export function CollectButton({ slug }: { slug: string }) {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const [isOpen, setOpen] = useState(false)
  const open = () =>
    isSignedIn() ? setOpen(true) : promptLogin(t('auth.collect'), undefined, { kind: 'collect', slug })
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        title={t('marks.collect')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <FolderPlus className="size-4" aria-hidden="true" />
        <span>{t('marks.collect')}</span>
      </button>
      {isOpen && <CollectDialog slug={slug} onClose={() => setOpen(false)} />}
    </>
  )
}
