import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPostTag } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import { send } from '../../app/api.ts'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'
import { adminPostTagsQuery } from './news.queries.ts'

function NewTag({ onCreated, onClose }: { onCreated: (tag: AdminPostTag) => void; onClose: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [names, setNames] = useState({ en: '', es: '' })
  const { problem, fields, run } = useSubmit()
  const repeatable = useIdempotentRequest()
  const create = () => {
    const request = { body: { names }, schema: import.meta.env.DEV && AdminPostTag }
    const post = (headers: Record<string, string>) =>
      send(client, 'POST', adminNewsPaths.api.tags, { ...request, headers })
    void run(() => repeatable(names, post), onCreated)
  }
  return (
    <div className="card mt-3 grid gap-3 p-4 sm:grid-cols-2">
      {locales.map((locale) => (
        <Field
          key={locale}
          label={t(`tags.${locale}`)}
          lang={locale}
          value={names[locale]}
          error={fields[`names.${locale}`]?.[0]}
          onChange={({ target }) => setNames({ ...names, [locale]: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            create()
          }}
        />
      ))}
      <FormProblem text={problem} />
      <p className="flex flex-wrap gap-3 sm:col-span-2">
        <button type="button" className="button" onClick={create}>
          {t('tags.create')}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('tags.cancel')}
        </button>
      </p>
    </div>
  )
}

type TagsFieldProps = { ids: number[]; error: string | undefined; onChange: (ids: number[]) => void }

export function TagsField({ ids, error, onChange }: TagsFieldProps) {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const { data: tags } = useQuery(adminPostTagsQuery)
  const [isAdding, setAdding] = useState(false)
  const onCreated = (tag: AdminPostTag) => {
    client.setQueryData(adminPostTagsQuery.queryKey, [...(tags ?? []), { ...tag, post_count: 0 }])
    onChange([...ids, tag.id])
    setAdding(false)
  }
  // Removed tags stay in the list, so that an admin can uncheck them.
  const gone = tags ? ids.filter((id) => !tags.some((tag) => tag.id === id)) : []
  const choices = [
    ...(tags ?? []).map(({ id, names }) => ({ id, name: names[locale] })),
    ...gone.map((id) => ({ id, name: t('tags.gone') })),
  ]
  return (
    <fieldset>
      <legend className="font-semibold">{t('field.tag_ids')}</legend>
      {tags?.length === 0 && <p className="text-muted">{t('tags.none')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ id, name }) => (
          <label key={id} className="chip inline-flex min-h-9 items-center gap-2 has-checked:text-brand">
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
            />
            {name}
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
      {isAdding ? (
        <NewTag onCreated={onCreated} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className="button button-quiet mt-3" onClick={() => setAdding(true)}>
          {t('tags.add')}
        </button>
      )}
    </fieldset>
  )
}
