import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from '../../app/link.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { adminPromptQuery, PromptSearch } from '../prompt-search.tsx'
import { adminRoutes } from './admin-routes.ts'
import { useTranslate } from './messages.ts'

type PromptFieldProps = { id: number; error: string | undefined; onChange: (id: number) => void }

/** Choice of the prompt of a step. The `id` 0 means that no prompt is chosen. */
export function PromptField({ id, error, onChange }: PromptFieldProps) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { data: chosen, isError } = useQuery({ ...adminPromptQuery(id), enabled: id > 0 })
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
        <PromptSearch error={error !== undefined && id === 0 ? tAdmin('field.choose_one') : error} onChoose={choose} />
      )}
    </div>
  )
}
