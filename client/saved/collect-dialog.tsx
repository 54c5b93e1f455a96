import { useTranslate } from './collections.messages.ts'
import { useQuery } from '@tanstack/react-query'
import { Collection } from '#shared/library/collections.ts'
import { paths } from '#shared/paths.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { CollectionForm, CollectionsPending } from './collection-form.tsx'
import { collectionsQuery } from './saved.queries.ts'
import { useChangeCollections } from './use-collections.ts'

type CollectionOptionProps = { collection: Collection; isBusy: boolean; onToggle: () => void }

const CollectionOption = ({ collection, isBusy, onToggle }: CollectionOptionProps) => (
  <label className="menu-item">
    <input
      type="checkbox"
      className="size-5 shrink-0 accent-brand-strong"
      checked={collection.has_prompt === true}
      aria-disabled={isBusy}
      onChange={onToggle}
    />
    <span className="min-w-0 flex-1" dir="auto">
      {collection.name}
    </span>
    <span className="text-sm text-muted">{collection.prompt_count}</span>
  </label>
)

type CollectDialogProps = { slug: string; note?: string; onClose: () => void }

export function CollectDialog({ slug, note, onClose }: CollectDialogProps) {
  const t = useTranslate()
  const { data, isError, refetch } = useQuery(collectionsQuery(slug))
  const { isBusy, problem, change } = useChangeCollections()
  const toggle = ({ id, has_prompt }: Pick<Collection, 'id' | 'has_prompt'>) =>
    change({ method: has_prompt ? 'DELETE' : 'PUT', path: paths.api.collectionPrompt(id, slug) })
  const create = async (name: string) => {
    const created = await change({
      method: 'POST',
      path: paths.api.collections(),
      body: { name },
      schema: import.meta.env.DEV && Collection,
    })
    return created !== null && (await toggle({ id: created.answer.id })) !== null
  }
  return (
    <Dialog title={t('collections.add')} onClose={onClose}>
      {note && <p className="mt-2 text-muted">{note}</p>}
      {!data && <CollectionsPending isError={isError} refetch={refetch} />}
      {data?.results.length === 0 && <p className="mt-4 text-muted">{t('collections.none')}</p>}
      <ul className="-mx-3 mt-3 max-h-[40dvh] overflow-y-auto" aria-busy={isBusy}>
        {data?.results.map((collection) => (
          <li key={collection.id}>
            <CollectionOption collection={collection} isBusy={isBusy} onToggle={() => void toggle(collection)} />
          </li>
        ))}
      </ul>
      <CollectionForm
        label={t('collections.new_name')}
        submit={t('collections.create')}
        isBusy={isBusy}
        problem={problem}
        onSubmit={create}
      />
      <p className="mt-4 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
