import { useId, useState } from 'react'
import type { Collection } from '#shared/collections.ts'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { useAlert } from '../layout/asking.tsx'
import { useSite } from '../site.ts'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { CollectionForm } from './collection-form.tsx'
import { useCollectionChange } from './use-collections.ts'

type DialogProps = { collection: Collection; onClose: () => void }

export function RenameDialog({ collection: { id, name }, onClose }: DialogProps) {
  const say = useSay()
  const { isBusy, problem, change } = useCollectionChange()
  const rename = async (wanted: string) => {
    const isDone = await change({ method: 'PATCH', path: paths.api.collection(id), body: { name: wanted } })
    if (isDone) onClose()
    return isDone !== null
  }
  return (
    <Dialog title={say('collections.rename', { name })} onClose={onClose}>
      <CollectionForm
        label={say('collections.name')}
        submit={say('collections.save')}
        name={name}
        isBusy={isBusy}
        problem={problem}
        onSubmit={rename}
      >
        <DialogClose className="button button-quiet">{say('dialog.cancel')}</DialogClose>
      </CollectionForm>
    </Dialog>
  )
}

export function RemoveDialog({ collection: { id, name }, onClose }: DialogProps) {
  const say = useSay()
  const { isBusy, change } = useCollectionChange()
  const remove = () => change({ method: 'DELETE', path: paths.api.collection(id) })
  return (
    <Dialog title={say('collections.remove', { name })} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{say('collections.remove_note')}</p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{say('dialog.cancel')}</DialogClose>
        <button type="button" className="button" disabled={isBusy} onClick={() => void remove()}>
          {say('collections.remove_now')}
        </button>
      </p>
    </Dialog>
  )
}

/** The secret link, to be copied and ended. */
function Link({
  collection: { id, share_key },
  onEnd,
  isBusy,
}: {
  collection: Collection
  onEnd: () => void
  isBusy: boolean
}) {
  const say = useSay()
  const site = useSite()
  const alert = useAlert()
  const field = useId()
  const [isCopied, setCopied] = useState(false)
  const address = site.url + paths.collection(share_key ?? String(id))
  const copy = async () => {
    const copied = await copyText(address)
    setCopied(copied)
    if (!copied) alert('prompt.copy_failed')
  }
  return (
    <>
      <label htmlFor={field} className="mt-4 block text-sm font-medium">
        {say('collections.link')}
      </label>
      <input id={field} className="field mt-1" readOnly value={address} onFocus={({ target }) => target.select()} />
      <output className="mt-1 block min-h-6 text-sm text-good">{isCopied && say('prompt.address_copied')}</output>
      <p className="mt-2 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={onEnd}>
          {say('collections.end_link')}
        </button>
        <button type="button" className="button" onClick={() => void copy()}>
          {say('prompt.copy')}
        </button>
      </p>
    </>
  )
}

export function ShareDialog({ collection, onClose }: DialogProps) {
  const say = useSay()
  const { isBusy, change } = useCollectionChange()
  const path = paths.api.collectionShare(collection.id)
  return (
    <Dialog title={say('collections.share', { name: collection.name })} onClose={onClose}>
      <p className="mt-2 text-muted">{say('collections.share_note')}</p>
      {collection.share_key ? (
        <Link collection={collection} isBusy={isBusy} onEnd={() => void change({ method: 'DELETE', path })} />
      ) : (
        <p className="mt-6 flex justify-end">
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void change({ method: 'POST', path })}
          >
            {say('collections.make_link')}
          </button>
        </p>
      )}
      <p className="mt-3 flex justify-end">
        <DialogClose className="button button-quiet">{say('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
