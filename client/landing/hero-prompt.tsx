import { ArrowRight, Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { sendBeacon } from '../app/beacon.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { copyText } from '../ui/copy-text.ts'
import { GroupMark } from '../ui/group-mark.tsx'
import { HeroBlank } from './hero-blank.tsx'
import { filledText } from './hero-values.ts'
import type { HeroState } from './hero-values.ts'
import { useTranslate } from './messages.ts'
import { MotionSwitch } from './motion.tsx'
import type { MotionState } from './motion.tsx'

const copiedMs = 1_000

function CopyButton({ hero: { prompt, values } }: { hero: HeroState }) {
  const t = useTranslate()
  const alert = useAlert()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const copied = await copyText(filledText(prompt, values))
    setCopied(copied)
    if (copied) sendBeacon(paths.api.promptCopy(prompt.slug))
    else alert(t('common.copy_failed'), { note: t('common.copy_yourself') })
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className="button button-quiet needs-script min-w-28" onClick={() => void copy()}>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-live="polite">{t(isCopied ? 'hero.copied' : 'common.copy')}</span>
    </button>
  )
}

/** Prompt of the library whose blanks can be filled in and whose text can be copied. */
export function HeroPrompt({ hero, motion }: { hero: HeroState; motion: MotionState }) {
  const t = useTranslate()
  const { category, title, text, slug } = hero.prompt
  return (
    <section className="hero-sheet" aria-label={title}>
      <div key={slug} className="hero-title">
        <p className="flex items-center gap-2 text-sm font-semibold text-hue">
          <GroupMark slug={category.group} className="size-4.5" />
          {category.name}
        </p>
        <h2>{title}</h2>
      </div>
      <p key={`text of ${slug}`} className="hero-text prompt-text">
        {text.map((part, at) => (at % 2 === 0 ? part : <HeroBlank key={at} name={part} hero={hero} />))}
      </p>
      <div className="hero-foot">
        <CopyButton hero={hero} />
        <Link to={paths.prompt(slug)} className="hero-open">
          {t('hero.open')}
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
        {!hero.isEdited && <MotionSwitch motion={motion} className="ml-auto" wordClassName="max-sm:sr-only" />}
      </div>
    </section>
  )
}
