import { useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import type { HeroPrompt as Prompt, LandingPage } from '#shared/site/landing.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { hueOf } from '#shared/library/groups.ts'
import { Link } from '../app/link.tsx'
import { useNumberFormat } from '../app/i18n.tsx'
import { HeroBlank } from './hero-blank.tsx'
import { HeroPrompt } from './hero-prompt.tsx'
import { scriptOf, useHeroValues } from './hero-values.ts'
import type { HeroState } from './hero-values.ts'
import { useTranslate } from './messages.ts'
import { useHoverOrFocus, useIsVisible } from './motion.tsx'
import type { MotionState } from './motion.tsx'

type Texts = LandingTexts<'hero'>
type HeroProps = {
  texts: Texts
  prompts: readonly Prompt[]
  figures: LandingPage['figures'] | undefined
  motion: MotionState
}

export function Hero({ texts, prompts: [first, ...others], figures, motion }: HeroProps) {
  return (
    <section className="frame hero">
      {first ? (
        <LiveHero texts={texts} prompts={[first, ...others]} motion={motion} />
      ) : (
        <HeroTitle texts={texts}>{texts.typed_whole}</HeroTitle>
      )}
      <div className="hero-rest">
        <p className="max-w-prose text-lg text-pretty text-muted max-sm:text-base">{texts.text}</p>
        <div className="mt-6 flex flex-wrap gap-3 max-sm:*:flex-1">
          <Link to={paths.subscription} className="button">
            {texts.action}
          </Link>
          <Link to={paths.library} className="button button-quiet">
            {texts.library}
          </Link>
        </div>
        <p className="mt-3 text-sm text-muted">{texts.note}</p>
      </div>
      {figures && figures.prompts > 0 && <Figures figures={figures} />}
    </section>
  )
}

function HeroTitle({ texts, children }: { texts: Texts; children: ReactNode }) {
  return (
    <div className="hero-head">
      <h1 className="text-4xl font-bold">{texts.title}</h1>
      <div className="hero-ask">{children}</div>
    </div>
  )
}

type LiveHeroProps = { texts: Texts; prompts: readonly [Prompt, ...Prompt[]]; motion: MotionState }

/** Types a task and the values of its prompt. What is typed into the headline's blank fills the prompt beside it. */
function LiveHero({ texts, prompts, motion }: LiveHeroProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const isSeen = useIsVisible(sheet)
  const { hasAttention, attention } = useHoverOrFocus()
  const scripts = useMemo(() => {
    const [first, ...others] = prompts
    return [scriptOf(first), ...others.map(scriptOf)] as const
  }, [prompts])
  const hero = useHeroValues(prompts, scripts, motion.isReduced, motion.isStopped || hasAttention || !isSeen)
  return (
    <>
      <HeroTitle texts={texts}>
        <p className="sr-only">{texts.typed_whole}</p>
        <div className="stacked" {...attention}>
          {prompts.map((prompt) => (
            <p key={prompt.slug} className="invisible" aria-hidden="true">
              {texts.typed} {prompt.task[0]}
              <span className="fill">{prompt.blanks.find(({ name }) => name === prompt.task[1])?.value}</span>
              {prompt.task[2]}
            </p>
          ))}
          <Task key={hero.prompt.slug} start={texts.typed} hero={hero} />
        </div>
      </HeroTitle>
      <div ref={sheet} className="min-w-0" data-group={hueOf(hero.prompt.category.group)} {...attention}>
        <HeroPrompt hero={hero} motion={motion} />
      </div>
    </>
  )
}

/** Letters that are not typed yet keep their space. */
function Task({ start, hero: { prompt, typed }, hero }: { start: string; hero: HeroState }) {
  const [before = '', name, after = ''] = prompt.task
  return (
    <p className="typed-task">
      <span aria-hidden="true">
        {start} <span>{before.slice(0, typed)}</span>
        <span className="invisible">{before.slice(typed)}</span>
      </span>
      {name !== undefined && <HeroBlank name={name} hero={hero} />}
      <span aria-hidden="true">{after}</span>
    </p>
  )
}

/** Numbers of prompts, free prompts and categories in the library. */
function Figures({ figures: { prompts, free_prompts, niches } }: { figures: LandingPage['figures'] }) {
  const t = useTranslate()
  const format = useNumberFormat()
  const rows = [
    { count: prompts, label: t('figures.prompts', { count: prompts }) },
    { count: free_prompts, label: t('figures.free', { count: free_prompts }) },
    { count: niches, label: t('figures.categories', { count: niches }) },
  ]
  return (
    <ul className="figures">
      {rows.map(({ count, label }) => (
        <li key={label}>
          <b>{format(count)}</b> {label}
        </li>
      ))}
    </ul>
  )
}
