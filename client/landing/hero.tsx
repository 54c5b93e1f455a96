import { ArrowLeft } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { paths } from '#shared/paths.ts'
import type { HeroPrompt as Chosen } from '#shared/site/landing.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { Link } from '../app/link.tsx'
import { HeroPrompt } from './hero-prompt.tsx'
import { useTranslate } from './messages.ts'
import { MotionSwitch, useHoverOrFocus, useIsVisible } from './motion.tsx'
import type { MotionState } from './motion.tsx'
import type { SamplePrompt } from './hero-prompt.tsx'
import { useTyping } from './use-typing.ts'

type HeroScript = SamplePrompt & { task: string }
type HeroProps = {
  texts: LandingTexts<'hero'>
  chosen: readonly Chosen[]
  motion: MotionState
}

function useScripts(chosen: readonly Chosen[]): readonly [HeroScript, ...HeroScript[]] {
  const t = useTranslate()
  return useMemo(() => {
    const [first, ...others] = chosen.map(({ length_tag, models, ...prompt }) => ({
      ...prompt,
      tags: [t(`length.${length_tag}`), ...models],
    }))
    return first ? [first, ...others] : t('picture.prompts')
  }, [chosen, t])
}

/** Types a task, then fills in its prompt. Both are one animation with one pause button. */
export function Hero({ texts, chosen, motion }: HeroProps) {
  const section = useRef<HTMLElement>(null)
  const isSeen = useIsVisible(section)
  const { hasAttention, attention } = useHoverOrFocus()
  const prompts = useScripts(chosen)
  const { index, typed, filled } = useTyping(prompts, motion.isReduced, motion.isStopped || hasAttention || !isSeen)
  const tasks = useMemo(() => prompts.map(({ task }) => task), [prompts])
  return (
    <section ref={section} className="overflow-hidden">
      <div className="frame grid items-center gap-12 py-12 md:py-20 lg:grid-cols-[1.1fr_1fr]">
        <div className="min-w-0">
          <h1 className="text-4xl font-bold">{texts.title}</h1>
          <div
            className="mt-6 flex w-fit items-end gap-2 font-heading text-xl font-semibold sm:text-2xl"
            {...attention}
          >
            <p className="sr-only">{texts.typed_whole}</p>
            <p className="min-w-0">
              <span aria-hidden="true">{texts.typed}</span>
              <span className="block text-brand">
                <Typewriter tasks={tasks} text={(tasks[index] ?? '').slice(0, typed)} />
              </span>
            </p>
            <MotionSwitch motion={motion} className="-my-2 font-sans" wordClassName="max-sm:hidden" />
          </div>
          <p className="mt-6 max-w-prose text-lg text-muted">{texts.text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <Link to={paths.subscription} className="button">
              {texts.action}
              <ArrowLeft className="size-4 rotate-180" aria-hidden="true" />
            </Link>
            <Link to={paths.library} className="button button-quiet">
              {texts.library}
            </Link>
          </div>
          <p className="mt-4 text-sm text-muted">{texts.note}</p>
        </div>
        <div className="min-w-0" {...attention}>
          <HeroPrompt prompts={prompts} index={index} filled={filled} motion={motion} />
        </div>
      </div>
    </section>
  )
}

/** Typed task. It reserves the height of the longest task; the caret is a border. */
function Typewriter({ tasks, text }: { tasks: readonly string[]; text: string }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1" aria-hidden="true">
      {tasks.map((task) => (
        <span key={task} className="invisible pr-1">
          {task}
        </span>
      ))}
      <span>
        <span className="border-r-2 border-brand pr-0.5">{text}</span>
      </span>
    </span>
  )
}
