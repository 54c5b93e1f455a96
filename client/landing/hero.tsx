import { ArrowRight } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { HeroPrompt } from './hero-prompt.tsx'
import { useTranslate } from './messages.ts'
import { MotionSwitch, useAttention, useIsSeen } from './motion.tsx'
import type { Motion } from './motion.tsx'
import { Typewriter } from './typewriter.tsx'
import { useTyping } from './use-typing.ts'

/** A task is typed, then the prompt for it is filled in: both are one movement, which the switch beside either stops. */
export function Hero({ motion }: { motion: Motion }) {
  const t = useTranslate()
  const section = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(section)
  const { hasAttention, attention } = useAttention()
  const prompts = t('picture.prompts')
  const { index, typed, filled } = useTyping(prompts, motion.isReduced, motion.isStopped || hasAttention || !isSeen)
  const tasks = useMemo(() => prompts.map(({ task }) => task), [prompts])
  return (
    <section ref={section} className="overflow-hidden bg-linear-to-b from-brand-soft to-ground">
      <div className="frame grid items-center gap-12 py-12 md:py-20 lg:grid-cols-[1.1fr_1fr]">
        <div className="min-w-0">
          <h1 className="text-4xl font-bold tracking-tight sm:text-5xl lg:text-6xl">{t('hero.title')}</h1>
          <div
            className="mt-6 flex w-fit items-end gap-2 font-heading text-xl font-semibold sm:text-2xl"
            {...attention}
          >
            <p className="sr-only">{t('hero.typed_whole')}</p>
            <p className="min-w-0">
              <span aria-hidden="true">{t('hero.typed')}</span>
              <span className="block text-brand">
                <Typewriter tasks={tasks} text={(tasks[index] ?? '').slice(0, typed)} />
              </span>
            </p>
            <MotionSwitch motion={motion} className="-my-2 font-sans" wordClassName="max-sm:hidden" />
          </div>
          <p className="mt-6 max-w-prose text-lg text-muted">{t('hero.text')}</p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <Link to={paths.subscription} className="button">
              {t('hero.action')}
              <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
            <Link to={paths.library} className="button button-quiet">
              {t('hero.library')}
            </Link>
          </div>
          <p className="mt-4 text-sm text-muted">{t('hero.note')}</p>
        </div>
        <div className="min-w-0" {...attention}>
          <HeroPrompt prompts={prompts} index={index} filled={filled} motion={motion} />
        </div>
      </div>
    </section>
  )
}
