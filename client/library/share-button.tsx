import { Share2 } from 'lucide-react'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './messages.ts'

export function ShareButton({ title }: { title: string }) {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const share = async () => {
    const url = location.origin + location.pathname
    if ('share' in navigator) {
      // Closing the share sheet is not an error.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(t('common.address_copied'))
    else alert(t('common.copy_failed'), { note: t('common.copy_address') })
  }
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void share()}>
        <Share2 className="size-4" aria-hidden="true" />
        {t('prompt.share')}
      </button>
      {notice}
    </>
  )
}
