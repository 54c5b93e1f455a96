import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { sendBeacon } from '../app/beacon.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useTranslate } from './messages.ts'

const copiedMs = 1_000

export function countCopy(slug: string): void {
  sendBeacon(paths.api.promptCopy(slug))
}

export function CopyButton({ slug, content }: { slug: string; content: string }) {
  const t = useTranslate()
  const alert = useAlert()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const copied = await copyText(content)
    setCopied(copied)
    if (copied) countCopy(slug)
    else alert(t('common.copy_failed'))
  }
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button type="button" className="button min-w-32" onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        {t(isCopied ? 'prompt.copied' : 'common.copy')}
      </button>
      <output className="sr-only">{isCopied && t('prompt.copied')}</output>
    </>
  )
}
