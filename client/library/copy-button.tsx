import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { useAlert } from '../layout/asking.tsx'
import { copyText } from '../ui/copy-text.ts'

/** How long the button says that the text was copied, in ms. */
const shownCopied = 1_000

/** Tells the server that a prompt was taken along, without anyone waiting for it. */
export function countCopy(slug: string): void {
  navigator.sendBeacon(paths.api.promptCopy(slug))
}

export function CopyButton({ slug, content }: { slug: string; content: string }) {
  const say = useSay()
  const alert = useAlert()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownCopied)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const copied = await copyText(content)
    setCopied(copied)
    if (copied) countCopy(slug)
    else alert('prompt.copy_failed')
  }
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button type="button" className="button min-w-32" onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        {say(isCopied ? 'prompt.copied' : 'prompt.copy')}
      </button>
      <output className="sr-only">{isCopied && say('prompt.copied')}</output>
    </>
  )
}
