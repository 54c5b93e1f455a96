import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Link2, Pencil, Trash2, X, ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { Collection } from '#shared/library/collections.ts'
import { paths } from '#shared/paths.ts'
import { RemoveDialog, RenameDialog, ShareDialog } from './collection-dialogs.tsx'
import { MyPrompts } from './my-prompts.tsx'
import { collectionPromptsQuery } from '../saved/saved.queries.ts'
import { useChangeCollections } from '../saved/use-collections.ts'
import { useTranslate } from '../saved/collections.messages.ts'

function CollectionPrompts({ collection: { id, prompt_count } }: { collection: Collection }) {
  const t = useTranslate()
  const list = useInfiniteQuery(collectionPromptsQuery(id))
  const { isBusy, change } = useChangeCollections()
  return (
    <MyPrompts
      list={list}
      empty={t('collections.empty')}
      renderActions={({ slug, title }, index) => (
        <>
          <MoveButtons
            name={title}
            position={index}
            isLast={index === prompt_count - 1}
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
type DialogName = keyof typeof dialogs

function DialogButtons({ collection }: { collection: Collection }) {
  const t = useTranslate()
  const [dialogName, setDialogName] = useState<DialogName | null>(null)
  const ShownDialog = dialogName && dialogs[dialogName]
  const { name } = collection
  return (
    <>
      {(['rename', 'share', 'remove'] as const).map((one) => {
        const Icon = icons[one]
        return (
          <button
            key={one}
            type="button"
            className={`icon-button ${one === 'remove' ? 'text-danger' : ''} ${one === 'share' && collection.share_key ? 'text-brand' : ''}`}
            aria-haspopup="dialog"
            aria-label={t(`collections.${one}`, { name })}
            onClick={() => setDialogName(one)}
          >
            <Icon className="size-5" />
          </button>
        )
      })}
      {ShownDialog && <ShownDialog collection={collection} onClose={() => setDialogName(null)} />}
    </>
  )
}

export function CollectionRow({ collection, isLast }: { collection: Collection; isLast: boolean }) {
  const t = useTranslate()
  const id = useId()
  const { name, position } = collection
  const [isOpen, setOpen] = useState(false)
  const { isBusy, change } = useChangeCollections()
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
            position={position}
            isLast={isLast}
            isBusy={isBusy}
            onMove={(target) =>
              void change({ method: 'PATCH', path: paths.api.collection(collection.id), body: { position: target } })
            }
          />
          <DialogButtons collection={collection} />
        </div>
      </div>
      <div id={id}>{isOpen && <CollectionPrompts collection={collection} />}</div>
    </li>
  )
}

type MoveButtonsProps = {
  name: string
  position: number
  isLast: boolean
  isBusy: boolean
  onMove: (position: number) => void
}

/** Buttons that move a row. At the ends of the list they stay enabled, so that they keep the focus. */
function MoveButtons({ name, position, isLast, isBusy, onMove }: MoveButtonsProps) {
  const t = useTranslate()
  const button = (step: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      className="icon-button aria-disabled:opacity-40"
      aria-label={t(step < 0 ? 'collections.move_up' : 'collections.move_down', { name })}
      aria-disabled={isEnd || isBusy}
      onClick={() => !isEnd && !isBusy && onMove(position + step)}
    >
      {step < 0 ? <ArrowUp className="size-5" /> : <ArrowDown className="size-5" />}
    </button>
  )
  return (
    <>
      {button(-1, position === 0)}
      {button(1, isLast)}
    </>
  )
}
