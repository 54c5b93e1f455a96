import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { promptSetShelves } from '#shared/library/start-here.ts'
import type { PromptSet } from '#shared/library/start-here.ts'
import { paths, startHereId } from '#shared/paths.ts'
import { useLocale } from '../app/i18n.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { startHereQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type Linked = PromptSet['prompts'][number]

const Links = ({ prompts }: { prompts: readonly Linked[] }) => (
  <ul>
    {prompts.map((prompt) => (
      <li key={prompt.slug}>
        <ItemLink item={prompt} to={paths.prompt(prompt.slug)} dir="auto">
          {prompt.title}
        </ItemLink>{' '}
        <ItemLock item={prompt} />
      </li>
    ))}
  </ul>
)

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details name={startHereId}>
      <summary>
        <h3>{title}</h3>
        <ChevronDown className="size-4 text-muted" aria-hidden="true" />
      </summary>
      {children}
    </details>
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
    <section id={startHereId} className="start" aria-labelledby={`${startHereId}-title`}>
      <h2 id={`${startHereId}-title`} className="font-bold">
        {t('start.title')}
      </h2>
      {promptSetShelves.map((shelf) => {
        const shown = sets.filter((set) => set.shelf === shelf)
        return (
          shown.length > 0 && (
            <Shelf key={shelf} title={t(`start.${shelf}`)}>
              <div className="start-sets">
                {shown.map((set) => (
                  <div key={set.slug}>
                    <h4 className="font-semibold" dir="auto">
                      {set.title}
                    </h4>
                    <Links prompts={set.prompts} />
                  </div>
                ))}
              </div>
            </Shelf>
          )
        )
      })}
      {latest && latest.prompts.length > 0 && (
        <Shelf title={t('start.latest', { month: month.format(new Date(`${latest.month}-15`)) })}>
          <Links prompts={latest.prompts} />
        </Shelf>
      )}
    </section>
  )
}
