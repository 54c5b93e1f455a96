import { useTranslate } from '../saved/collections.messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '#shared/paths.ts'
import { CollectionForm, CollectionsPending } from '../saved/collection-form.tsx'
import { CollectionRow } from './collection-row.tsx'
import { collectionsQuery } from '../saved/saved.queries.ts'
import { useChangeCollections } from '../saved/use-collections.ts'

export function Collections() {
  const t = useTranslate()
  const id = useId()
  const { data, isError, refetch } = useQuery(collectionsQuery())
  const { isBusy, problem, change } = useChangeCollections()
  const create = async (name: string) =>
    (await change({ method: 'POST', path: paths.api.collections(), body: { name } })) !== null
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-lg font-bold">
        {t('collections.title')}
      </h3>
      <p className="mt-1 max-w-prose text-muted">{t('collections.note')}</p>
      <div className="max-w-md">
        <CollectionForm
          label={t('collections.new_name')}
          submit={t('collections.create')}
          isBusy={isBusy}
          problem={problem}
          onSubmit={create}
        />
      </div>
      {!data && <CollectionsPending isError={isError} refetch={refetch} />}
      <ul className="mt-4 grid gap-3">
        {data?.results.map((collection, index, all) => (
          <CollectionRow key={collection.id} collection={collection} isLast={index === all.length - 1} />
        ))}
      </ul>
    </section>
  )
}
