import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import { foundPromptsQuery, itemQuery } from './library.queries.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'
import { adminRoutes } from './admin-routes.ts'

function FoundPrompts({ q, onChoose }: { q: string; onChoose: (id: number) => void }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { data: rows, isError } = useQuery(foundPromptsQuery(q))
  if (isError) return <p className="text-sm text-danger">{tAdmin('entity.failed')}</p>
  if (!rows) return null
  if (rows.length === 0) return <p className="text-sm text-muted">{t('nouns.prompts.empty')}</p>
  return (
    <ul aria-label={t('steps.found')} className="grid gap-1">
      {rows.map(({ id, name, use_case }) => (
        <li key={id}>
          <button
            type="button"
            dir="auto"
            className="menu-item w-full flex-col items-start gap-0 text-start"
            onClick={() => onChoose(id)}
          >
            <span className="wrap-anywhere">{name}</span>
            <span className="text-sm text-muted">{use_case?.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type PromptFieldProps = { id: number; error: string | undefined; onChange: (id: number) => void }

/** Search field for the prompt of a step. The `id` 0 means that no prompt is chosen. */
export function PromptField({ id, error, onChange }: PromptFieldProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { data: chosen, isError } = useQuery({ ...itemQuery('prompts', id), enabled: id > 0 })
  const isSearching = isOpen || id === 0 || error !== undefined
  const text = chosen && (chosen.item.texts[locale] ?? chosen.item.texts.en)
  const button = useRef<HTMLButtonElement>(null)
  const isJustChosen = useRef(false)
  // The result list had the focus and closes after a choice, so the button gets the focus.
  useEffect(() => {
    if (!isJustChosen.current) return
    isJustChosen.current = false
    button.current?.focus()
  })
  const choose = (other: number) => {
    isJustChosen.current = true
    setOpen(false)
    setTyped('')
    onChange(other)
  }
  return (
    <div className="grid gap-3">
      {id > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Link
            to={adminRoutes.item('prompts', id)}
            dir="auto"
            className="font-semibold wrap-anywhere text-brand underline"
          >
            {isError ? tAdmin('field.gone', { id }) : (text?.title ?? '…')}
          </Link>
          <button
            ref={button}
            type="button"
            className="button button-quiet"
            aria-expanded={isSearching}
            onClick={() => setOpen(!isOpen)}
          >
            {t('steps.choose_other')}
          </button>
        </p>
      )}
      {chosen?.item.is_archived && <p className="text-sm text-danger">{t('steps.prompt_archived')}</p>}
      {isSearching && (
        <>
          <Field
            type="search"
            label={t('steps.prompt')}
            hint={t('steps.prompt_hint')}
            value={typed}
            maxLength={200}
            error={error !== undefined && id === 0 ? tAdmin('field.choose_one') : error}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              // Enter would submit the whole form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          {q !== '' && <FoundPrompts q={q} onChoose={choose} />}
        </>
      )}
    </div>
  )
}
