import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from './messages.ts'
import { MotionSwitch } from './motion.tsx'
import type { Motion } from './motion.tsx'
import { PromptPicture } from './prompt-picture.tsx'
import { Typewriter } from './typewriter.tsx'

export function Hero({ motion }: { motion: Motion }) {
  const t = useTranslate()
  return (
    <section className="overflow-hidden bg-linear-to-b from-brand-soft to-ground">
      <div className="frame grid items-center gap-12 py-12 md:py-20 lg:grid-cols-[1.1fr_1fr]">
        <div className="min-w-0">
          <h1 className="text-4xl font-bold tracking-tight sm:text-5xl lg:text-6xl">{t('hero.title')}</h1>
          <div className="mt-6 flex items-start gap-2 font-heading text-xl font-semibold sm:text-2xl">
            <p className="sr-only">{t('hero.typed_whole')}</p>
            <p className="min-w-0">
              <span aria-hidden="true">{t('hero.typed')}</span>
              <span className="block text-brand">
                <Typewriter tasks={t('hero.tasks')} isStill={motion.isStill} />
              </span>
            </p>
            <MotionSwitch motion={motion} />
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
        <PromptPicture />
      </div>
    </section>
  )
}
