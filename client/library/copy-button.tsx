import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'

/** How long the button says that the text was copied, in ms. */
const shownCopied = 1_000

/** The way to the clipboard of browsers, or pages, without the Clipboard API. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

export function CopyButton({ slug, content }: { slug: string; content: string }) {
  const say = useSay()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), shownCopied)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const copied = await copyText(content)
    setState(copied ? 'copied' : 'failed')
    if (copied) navigator.sendBeacon(paths.api.promptCopy(slug))
  }
  return (
    <span className="needs-script inline-flex items-center gap-3">
      <button type="button" className="button min-w-28" onClick={() => void copy()}>
        {say(state === 'copied' ? 'prompt.copied' : 'prompt.copy')}
      </button>
      <output>{state === 'failed' && say('prompt.copy_failed')}</output>
    </span>
  )
}
