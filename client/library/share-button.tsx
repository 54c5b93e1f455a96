import { Share2 } from 'lucide-react'
import { useSay } from '../i18n.tsx'
import { useAlert } from '../layout/asking.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useNotice } from '../ui/notice.tsx'

/** Hands the page's address to the system's own way of sharing, or copies it where there is none. */
export function ShareButton({ title }: { title: string }) {
  const say = useSay()
  const alert = useAlert()
  const { notice, show } = useNotice()
  const share = async () => {
    const url = location.origin + location.pathname
    if ('share' in navigator) {
      // Whoever closes the sheet changed their mind: that is no failure.
      const isDone = await navigator.share({ title, url }).then(
        () => true,
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      )
      if (isDone) return
    }
    if (await copyText(url)) show(say('prompt.address_copied'))
    else alert('prompt.copy_failed')
  }
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void share()}>
        <Share2 className="size-4" aria-hidden="true" />
        {say('prompt.share')}
      </button>
      {notice}
    </>
  )
}
