import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { promptSetShelves } from '#shared/library/start-here.ts'
import type { PromptSet } from '#shared/library/start-here.ts'
import { paths, startHereId } from '#shared/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { startHereQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type Linked = PromptSet['prompts'][number]

function Links({ prompts }: { prompts: readonly Linked[] }) {
  return (
    <ul className="mt-2 grid gap-1 pb-2">
      {prompts.map((prompt) => (
        <li key={prompt.slug} className="flex items-center gap-2">
          <ItemLink item={prompt} to={paths.prompt(prompt.slug)} className="py-1.5" dir="auto">
            {prompt.title}
          </ItemLink>
          <ItemLock item={prompt} />
        </li>
      ))}
    </ul>
  )
}

function PromptSets({ title, sets }: { title: string; sets: readonly PromptSet[] }) {
  if (sets.length === 0) return null
  return (
    <div>
      <h3 className="text-lg font-bold">{title}</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {sets.map((set) => (
          <li key={set.slug}>
            <details className="group">
              <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
                <span dir="auto">{set.title}</span>
                <ChevronDown
                  className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
                  aria-hidden="true"
                />
              </summary>
              <Links prompts={set.prompts} />
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Prompt sets for new users and the newest prompts. If the request fails, the section is hidden. */
export function StartHere({ free }: { free: boolean }) {
  const t = useTranslate()
  const locale = useLocale()
  const { data } = useQuery(startHereQuery)
  const isShown = ({ required_tier }: Linked) => !free || required_tier === 0
  const sets = (data?.sets ?? []).flatMap((set) => {
    const prompts = set.prompts.filter(isShown)
    return prompts.length > 0 ? [{ ...set, prompts }] : []
  })
  const latest = data?.latest && { ...data.latest, prompts: data.latest.prompts.filter(isShown) }
  if (sets.length === 0 && !latest?.prompts.length) return null
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <section id={startHereId} className="mt-8" aria-labelledby={`${startHereId}-title`}>
      <h2 id={`${startHereId}-title`} className="text-2xl font-bold">
        {t('start.title')}
      </h2>
      <div className="mt-4 grid items-start gap-x-10 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
        {promptSetShelves.map((shelf) => (
          <PromptSets key={shelf} title={t(`start.${shelf}`)} sets={sets.filter((set) => set.shelf === shelf)} />
        ))}
        {latest && latest.prompts.length > 0 && (
          <div>
            <h3 className="text-lg font-bold">
              {t('start.latest', { month: month.format(new Date(`${latest.month}-15`)) })}
            </h3>
            <Links prompts={latest.prompts} />
          </div>
        )}
      </div>
    </section>
  )
}
