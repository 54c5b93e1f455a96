import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { sendBeacon } from '../app/beacon.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './messages.ts'

const copiedMs = 1_000

export function reportCopy(slug: string): void {
  sendBeacon(paths.api.promptCopy(slug))
}

type CopyButtonProps = {
  slug: string
  content: string
  left?: number
  className?: string
}

export function CopyButton({ slug, content, left = 0, className = 'button' }: CopyButtonProps) {
  const t = useTranslate()
  const alert = useAlert()
  const { notice, show } = useToast()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const copied = await copyText(content)
    setCopied(copied)
    if (!copied) return alert(t('common.copy_failed'), { note: t('common.copy_yourself') })
    reportCopy(slug)
    if (left > 0) show(t('prompt.copied_left', { count: left }))
  }
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button type="button" className={className} data-command="copy" onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        <span>{t(isCopied ? 'prompt.copied' : 'common.copy')}</span>
      </button>
      <output className="sr-only">{isCopied && left === 0 && t('prompt.copied')}</output>
      {notice}
    </>
  )
}
