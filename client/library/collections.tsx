import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CollectionForm } from './collection-form.tsx'
import { CollectionRow } from './collection-row.tsx'
import { collectionsQuery } from './own.queries.ts'
import { useCollectionChange } from './use-collections.ts'

/** One's collections: made, renamed, ordered, shared and removed. */
export function Collections() {
  const say = useSay()
  const id = useId()
  const { data, isError, refetch } = useQuery(collectionsQuery())
  const { isBusy, problem, change } = useCollectionChange()
  const create = async (name: string) =>
    (await change({ method: 'POST', path: paths.api.collections(), body: { name } })) !== null
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-lg font-bold">
        {say('collections.title')}
      </h3>
      <p className="mt-1 max-w-prose text-muted">{say('collections.note')}</p>
      <div className="max-w-md">
        <CollectionForm
          label={say('collections.new_name')}
          submit={say('collections.create')}
          isBusy={isBusy}
          problem={problem}
          onSubmit={create}
        />
      </div>
      {!data && !isError && <Spinner label={say('use_case.loading')} className="mt-4" />}
      {!data && isError && (
        <button type="button" className="button button-quiet mt-4" onClick={() => void refetch()}>
          {say('failed.retry')}
        </button>
      )}
      <ul className="mt-4 grid gap-3">
        {data?.results.map((collection, place, all) => (
          <CollectionRow key={collection.id} collection={collection} isLast={place === all.length - 1} />
        ))}
      </ul>
    </section>
  )
}
