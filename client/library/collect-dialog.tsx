import { useQuery } from '@tanstack/react-query'
import { Collection } from '#shared/collections.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CollectionForm } from './collection-form.tsx'
import { collectionsQuery } from './own.queries.ts'
import { useCollectionChange } from './use-collections.ts'

/** One's collections, each to be ticked for a prompt, and a new one for it. */
export function CollectDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const say = useSay()
  const { data, isError, refetch } = useQuery(collectionsQuery(slug))
  const { isBusy, problem, change } = useCollectionChange()
  const put = ({ id }: { id: number }) => change({ method: 'PUT', path: paths.api.collectionPrompt(id, slug) })
  const takeOut = ({ id }: { id: number }) => change({ method: 'DELETE', path: paths.api.collectionPrompt(id, slug) })
  const create = async (name: string) => {
    const made = await change({ method: 'POST', path: paths.api.collections(), body: { name }, schema: Collection })
    return made !== null && (await put(made.answer)) !== null
  }
  return (
    <Dialog title={say('collections.add')} onClose={onClose}>
      {!data && !isError && <Spinner label={say('use_case.loading')} className="mt-4" />}
      {!data && isError && (
        <button type="button" className="button button-quiet mt-4" onClick={() => void refetch()}>
          {say('failed.retry')}
        </button>
      )}
      {data?.results.length === 0 && <p className="mt-4 text-muted">{say('collections.none')}</p>}
      <ul className="mt-3 max-h-[40dvh] overflow-y-auto" aria-busy={isBusy}>
        {data?.results.map((collection) => (
          <li key={collection.id}>
            <label className="menu-item">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-brand-strong"
                checked={collection.has_prompt === true}
                aria-disabled={isBusy}
                onChange={() => void (collection.has_prompt ? takeOut(collection) : put(collection))}
              />
              <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
                {collection.name}
              </span>
              <span className="text-sm text-muted">{collection.prompt_count}</span>
            </label>
          </li>
        ))}
      </ul>
      <CollectionForm
        label={say('collections.new_name')}
        submit={say('collections.create')}
        isBusy={isBusy}
        problem={problem}
        onSubmit={create}
      />
      <p className="mt-4 flex justify-end">
        <DialogClose className="button button-quiet">{say('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
