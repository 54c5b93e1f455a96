import { Copy } from 'lucide-react'
import { memo } from 'react'
import { useTranslate } from './messages.ts'
import { MotionSwitch } from './motion.tsx'
import type { MotionState } from './motion.tsx'
import { letterCount } from './use-typing.ts'

export type SamplePrompt = {
  path: readonly string[]
  title: string
  tags: readonly string[]
  /** Fixed text and placeholder names, in turns, starting with text. */
  text: readonly string[]
  values: readonly string[]
}

/** Placeholder that reserves the width of both its name and its value. */
function Blank({ name, value, filled }: { name: string; value: string; filled: string }) {
  return (
    <mark
      className={`place inline-grid px-1 whitespace-pre *:col-start-1 *:row-start-1 ${filled === '' ? 'place-open' : ''}`}
    >
      <span className="invisible">{name}</span>
      <span className="invisible">{value}</span>
      <span>{filled || name}</span>
    </mark>
  )
}

type FilledPromptProps = { prompt: SamplePrompt; filled: number; isShown: boolean }

const FilledPrompt = memo(function FilledPrompt({ prompt, filled, isShown }: FilledPromptProps) {
  const { path, title, tags, text, values } = prompt
  const filledIn = (index: number) =>
    (values[index] ?? '').slice(0, Math.max(0, filled - letterCount(values.slice(0, index))))
  return (
    <div className={`flex flex-col ${isShown ? '' : 'invisible'}`}>
      <p className="text-sm text-muted">{path.join(' / ')}</p>
      <p className="mt-2 font-heading text-2xl leading-tight font-bold">{title}</p>
      <p className="mt-3 flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <span key={tag} className="chip">
            {tag}
          </span>
        ))}
      </p>
      <p className="card prompt-text mt-4 flex-1">
        {text.map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            <Blank key={index} name={part} value={values[(index - 1) / 2] ?? ''} filled={filledIn((index - 1) / 2)} />
          ),
        )}
      </p>
    </div>
  )
})

type HeroPromptProps = { prompts: readonly SamplePrompt[]; index: number; filled: number; motion: MotionState }

/** Sample prompt whose placeholders are filled in. All samples overlap, so that the tallest sets the height. */
export function HeroPrompt({ prompts, index, filled, motion }: HeroPromptProps) {
  const t = useTranslate()
  return (
    <figure className="relative min-w-0">
      <figcaption className="sr-only">{t('picture.label', { title: prompts[0]?.title ?? '' })}</figcaption>
      <div className="absolute inset-x-6 top-8 -bottom-4 rounded-2xl border border-line bg-brand-soft" />
      <div className="relative rounded-2xl border border-line bg-raised p-5 shadow-raised sm:p-7">
        <div aria-hidden="true" className="grid *:col-start-1 *:row-start-1 *:min-w-0">
          {prompts.map((prompt, at) => (
            <FilledPrompt
              key={prompt.title}
              prompt={prompt}
              isShown={at === index}
              filled={at === index ? filled : 0}
            />
          ))}
        </div>
        <div className="mt-5 flex items-center justify-between gap-3">
          <span aria-hidden="true" className="button pointer-events-none min-w-32">
            <Copy className="size-4" />
            {t('picture.copy')}
          </span>
          <MotionSwitch motion={motion} />
        </div>
      </div>
    </figure>
  )
}
