import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AdminPrompt, PromptRowPage } from '#shared/admin/library.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { maxHeroPrompts } from '#shared/site/landing-fields.ts'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { apiQuery } from '../../app/api.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import { EntityFields } from '../entity-fields.tsx'
import { itemWithEtagQuery } from '../item-with-etag.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'

const debounceMs = 150

type Prompts = AdminLandingSection['prompts']
type HeroPromptsProps = {
  prompts: Prompts
  labelOf: (path: string) => string
  errorOf: (path: string) => string | undefined
  onChange: (prompts: Prompts) => void
}

const foundQuery = (q: string) =>
  apiQuery(
    adminPaths.api.library('prompts', { q, archived: '0', tier: '0', limit: 8 }),
    import.meta.env.DEV && PromptRowPage,
  )
const promptQuery = (id: number) =>
  itemWithEtagQuery(adminPaths.api.libraryItem('prompts', id), import.meta.env.DEV && AdminPrompt)

/** Returns the title of a prompt, or its id while the title loads. */
function useTitle(id: number): string {
  const locale = useLocale()
  const { data } = useQuery(promptQuery(id))
  return data ? (data.item.texts[locale] ?? data.item.texts.en).title : `#${id}`
}

function Search({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (id: number) => void }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError } = useQuery({ ...foundQuery(q), enabled: q !== '' })
  const rows = data?.results.filter(({ id }) => !chosen.includes(id))
  return (
    <div className="grid gap-3">
      <Field
        type="search"
        label={t('landing.prompts.search')}
        hint={t('landing.prompts.search_hint')}
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter would submit the whole form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {isError && <p className="text-sm text-danger">{tAdmin('entity.failed')}</p>}
      {q !== '' && rows?.length === 0 && <p className="text-sm text-muted">{t('landing.prompts.none')}</p>}
      {rows && rows.length > 0 && (
        <ul aria-label={t('landing.prompts.found')} className="grid gap-1">
          {rows.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                dir="auto"
                className="menu-item w-full text-start wrap-anywhere"
                onClick={() => {
                  setTyped('')
                  onChoose(id)
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function HeroPrompt({ position, prompts, labelOf, errorOf, onChange }: HeroPromptsProps & { position: number }) {
  const t = useTranslate()
  const prompt = prompts[position] ?? { id: 0, tasks: { en: '', es: null } }
  const title = useTitle(prompt.id)
  const wrong = errorOf(`prompts.${position}.id`)
  return (
    <fieldset className="card grid gap-4 p-4">
      <legend className="sr-only">{title}</legend>
      <p dir="auto" className="font-semibold wrap-anywhere">
        {title}
      </p>
      {wrong && <p className="text-sm text-danger">{wrong}</p>}
      <EntityFields
        fields={[{ path: 'tasks.*', kind: 'line', label: labelOf('tasks'), hint: t('landing.prompts.task_hint') }]}
        isSpanishOptional
        draft={prompt}
        set={(changes) => onChange(prompts.with(position, { ...prompt, ...changes }))}
        errorOf={(path) => errorOf(`prompts.${position}.${path}`)}
      />
      <button
        type="button"
        className="button button-quiet w-fit"
        aria-label={t('landing.prompts.take_out', { name: title })}
        onClick={() => onChange(prompts.toSpliced(position, 1))}
      >
        {t('links.remove_short')}
      </button>
    </fieldset>
  )
}

/** Editor of the prompts in the hero. Each has a task, which is typed before the prompt. */
export function HeroPrompts(props: HeroPromptsProps) {
  const t = useTranslate()
  const { prompts, labelOf, errorOf, onChange } = props
  const ids = prompts.map(({ id }) => id)
  return (
    <section aria-label={labelOf('prompts')} className="grid gap-5">
      <h3 className="text-xl font-bold">{labelOf('prompts')}</h3>
      <p className="text-sm text-muted">{t('landing.prompts.note')}</p>
      {errorOf('prompts') && <p className="text-sm text-danger">{errorOf('prompts')}</p>}
      {ids.map((id, position) => (
        <HeroPrompt key={id} position={position} {...props} />
      ))}
      {prompts.length < maxHeroPrompts && (
        <Search chosen={ids} onChoose={(id) => onChange([...prompts, { id, tasks: { en: '', es: null } }])} />
      )}
    </section>
  )
}
