import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './messages.ts'

/** Gives an address to the device's own sheet, or to the clipboard. */
export function useShare() {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const share = async (title: string, path: string) => {
    const url = location.origin + path
    if ('share' in navigator) {
      // Whoever closes the sheet changed their mind: that is no failure.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(t('post.shared'))
    else alert(t('post.share_failed'))
  }
  return { notice, share }
}
