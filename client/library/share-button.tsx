import { Share2 } from 'lucide-react'
import { useShare } from '../dialogs/use-share.ts'
import { useTranslate } from './messages.ts'

export function ShareButton({ title }: { title: string }) {
  const t = useTranslate()
  const { notice, share } = useShare({ copied: t('common.address_copied'), failed: t('common.copy_failed') })
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void share(title)}>
        <Share2 className="size-4" aria-hidden="true" />
        {t('prompt.share')}
      </button>
      {notice}
    </>
  )
}
