import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useAlert } from './dialog-provider.tsx'

/** Gives the address of the page to the device's own sheet, or to the clipboard. */
export function useShare({ copied, failed }: { copied: string; failed: string }) {
  const alert = useAlert()
  const { notice, show } = useToast()
  const share = async (title: string, path = location.pathname) => {
    const url = location.origin + path
    if ('share' in navigator) {
      // Whoever closes the sheet changed their mind: that is no failure.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(copied)
    else alert(failed)
  }
  return { notice, share }
}
