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
import { useLabels } from '../entity-editor.tsx'
import { CheckboxGroup } from '../form-fields.tsx'
import { useSubmit } from '../use-submit.ts'
import { useTranslate } from './messages.ts'
import { adminPostTagsQuery } from './news.queries.ts'

function NewTag({ onCreated, onClose }: { onCreated: (tag: AdminPostTag) => void; onClose: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const labelOf = useLabels({ fields: [{ path: 'names.*', label: t('tags.name') }] })
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
          label={labelOf(`names.${locale}`)}
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
  const options = tags?.map(({ id, names }) => ({ value: String(id), name: names[locale] }))
  return (
    <>
      <CheckboxGroup legend={t('field.tag_ids')} {...{ options, ids, error, onChange }} />
      {isAdding ? (
        <NewTag onCreated={onCreated} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className="button button-quiet mt-3" onClick={() => setAdding(true)}>
          {t('tags.add')}
        </button>
      )}
    </>
  )
}
