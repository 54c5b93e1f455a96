import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Link2, Pencil, Trash2, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Collection } from '#shared/collections.ts'
import { paths } from '#shared/paths.ts'
import { RemoveDialog, RenameDialog, ShareDialog } from './collection-dialogs.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { MyPrompts } from './my-prompts.tsx'
import { collectedQuery } from './saved.queries.ts'
import { useCollectionChange } from './use-collections.ts'
import { useTranslate } from './messages.ts'

function Inside({ collection: { id, prompt_count } }: { collection: Collection }) {
  const t = useTranslate()
  const list = useInfiniteQuery(collectedQuery(id))
  const { isBusy, change } = useCollectionChange()
  return (
    <MyPrompts
      list={list}
      empty={t('collections.empty')}
      renderActions={({ slug, title }, place) => (
        <>
          <MoveButtons
            name={title}
            place={place}
            isLast={place === prompt_count - 1}
            isBusy={isBusy}
            onMove={(position) =>
              void change({ method: 'PATCH', path: paths.api.collectionPrompt(id, slug), body: { position } })
            }
          />
          <button
            type="button"
            className="icon-button text-danger"
            aria-label={t('collections.take_out', { name: title })}
            aria-disabled={isBusy}
            onClick={() => void change({ method: 'DELETE', path: paths.api.collectionPrompt(id, slug) })}
          >
            <X className="size-5" />
          </button>
        </>
      )}
    />
  )
}

const dialogs = { rename: RenameDialog, share: ShareDialog, remove: RemoveDialog }
const icons = { rename: Pencil, share: Link2, remove: Trash2 }
type Deed = keyof typeof dialogs

export function CollectionRow({ collection, isLast }: { collection: Collection; isLast: boolean }) {
  const t = useTranslate()
  const id = useId()
  const { name, position } = collection
  const [isOpen, setOpen] = useState(false)
  const [deed, setDeed] = useState<Deed | null>(null)
  const { isBusy, change } = useCollectionChange()
  const ShownDialog = deed && dialogs[deed]
  return (
    <li className="card p-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 basis-48 items-center gap-2 text-left"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown className={`size-5 shrink-0 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
          <span className="min-w-0 font-medium" dir="auto">
            {name}
          </span>
          <span className="chip shrink-0">{t('collections.prompts', { count: collection.prompt_count })}</span>
        </button>
        <div className="flex">
          <MoveButtons
            name={name}
            place={position}
            isLast={isLast}
            isBusy={isBusy}
            onMove={(place) =>
              void change({ method: 'PATCH', path: paths.api.collection(collection.id), body: { position: place } })
            }
          />
          {(['rename', 'share', 'remove'] as const).map((one) => {
            const Icon = icons[one]
            return (
              <button
                key={one}
                type="button"
                className={`icon-button ${one === 'remove' ? 'text-danger' : ''} ${one === 'share' && collection.share_key ? 'text-brand' : ''}`}
                aria-haspopup="dialog"
                aria-label={t(`collections.${one}`, { name })}
                onClick={() => setDeed(one)}
              >
                <Icon className="size-5" />
              </button>
            )
          })}
        </div>
      </div>
      <div id={id}>{isOpen && <Inside collection={collection} />}</div>
      {ShownDialog && <ShownDialog collection={collection} onClose={() => setDeed(null)} />}
    </li>
  )
}
