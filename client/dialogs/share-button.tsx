import { Share2 } from 'lucide-react'
import { useTranslate } from '../app/i18n.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useAlert } from './dialog-provider.tsx'

type ShareButtonProps = { title: string; label: string; failed?: string; path?: string }

/** Button that shares the address of the page, or of `path`. Without a share sheet it copies the address. */
export function ShareButton({ title, label, failed, path }: ShareButtonProps) {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const share = async () => {
    const url = location.origin + (path ?? location.pathname)
    if ('share' in navigator) {
      // Closing the share sheet is not an error.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(t('common.address_copied'))
    else alert(failed ?? t('common.copy_failed'), { note: t('common.copy_address') })
  }
  return (
    <>
      <button type="button" className="button button-quiet" title={label} onClick={() => void share()}>
        <Share2 className="size-4" aria-hidden="true" />
        <span>{label}</span>
      </button>
      {notice}
    </>
  )
}
