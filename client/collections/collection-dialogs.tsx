import { useId, useState } from 'react'
import type { Collection } from '#shared/library/collections.ts'
import { paths } from '#shared/paths.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from '../saved/collections.messages.ts'
import { useSite } from '../app/site.ts'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { CollectionForm } from '../saved/collection-form.tsx'
import { useChangeCollections } from '../saved/use-collections.ts'

type DialogProps = { collection: Collection; onClose: () => void }

export function RenameDialog({ collection: { id, name }, onClose }: DialogProps) {
  const t = useTranslate()
  const { isBusy, problem, change } = useChangeCollections()
  const rename = async (newName: string) => {
    const isDone = await change({ method: 'PATCH', path: paths.api.collection(id), body: { name: newName } })
    if (isDone) onClose()
    return isDone !== null
  }
  return (
    <Dialog title={t('collections.rename', { name })} onClose={onClose}>
      <CollectionForm
        label={t('collections.name')}
        submit={t('collections.save')}
        name={name}
        isBusy={isBusy}
        problem={problem}
        onSubmit={rename}
      >
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
      </CollectionForm>
    </Dialog>
  )
}

export function RemoveDialog({ collection: { id, name }, onClose }: DialogProps) {
  const t = useTranslate()
  const { isBusy, change } = useChangeCollections()
  const remove = () => change({ method: 'DELETE', path: paths.api.collection(id) })
  return (
    <Dialog title={t('collections.remove', { name })} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{t('collections.remove_note')}</p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button type="button" className="button button-danger" disabled={isBusy} onClick={() => void remove()}>
          {t('collections.remove_now')}
        </button>
      </p>
    </Dialog>
  )
}

function Link({
  collection: { id, share_key },
  onEnd,
  isBusy,
}: {
  collection: Collection
  onEnd: () => void
  isBusy: boolean
}) {
  const t = useTranslate()
  const site = useSite()
  const alert = useAlert()
  const field = useId()
  const [isCopied, setCopied] = useState(false)
  const address = site.url + paths.collection(share_key ?? String(id))
  const copy = async () => {
    const copied = await copyText(address)
    setCopied(copied)
    if (!copied) alert(t('common.copy_failed'), { note: t('common.copy_yourself') })
  }
  return (
    <>
      <label htmlFor={field} className="mt-4 block text-sm font-medium">
        {t('collections.link')}
      </label>
      <input id={field} className="field mt-1" readOnly value={address} onFocus={({ target }) => target.select()} />
      <output className="mt-1 block min-h-6 text-sm text-good">{isCopied && t('common.address_copied')}</output>
      <p className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
        <button type="button" className="button" onClick={() => void copy()}>
          {t('common.copy')}
        </button>
        <button type="button" className="button button-quiet button-danger" disabled={isBusy} onClick={onEnd}>
          {t('collections.end_link')}
        </button>
      </p>
    </>
  )
}

export function ShareDialog({ collection, onClose }: DialogProps) {
  const t = useTranslate()
  const { isBusy, change } = useChangeCollections()
  const path = paths.api.collectionShare(collection.id)
  return (
    <Dialog title={t('collections.share', { name: collection.name })} onClose={onClose}>
      <p className="mt-2 text-muted">{t('collections.share_note')}</p>
      {collection.share_key ? (
        <Link collection={collection} isBusy={isBusy} onEnd={() => void change({ method: 'DELETE', path })} />
      ) : (
        <p className="mt-6 flex flex-wrap justify-end gap-3">
          <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void change({ method: 'POST', path })}
          >
            {t('collections.make_link')}
          </button>
        </p>
      )}
    </Dialog>
  )
}
