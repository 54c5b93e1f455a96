import { useState } from 'react'
import { missingFields } from '#shared/admin/posts.ts'
import type { PostState } from '#shared/admin/posts.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { localTimeOf, isoTimeOf, timeZone } from '../local-time.ts'
import { useTranslate } from './messages.ts'

type PublishPanelProps = {
  draft: PostState
  isBusy: boolean
  error: string | undefined
  save: (changes: Partial<PostState>) => Promise<unknown>
  labelOf: (path: string) => string
}

const unpublished = { status: 'draft', published_at: null } as const

function Missing({ draft, labelOf }: Pick<PublishPanelProps, 'draft' | 'labelOf'>) {
  const t = useTranslate()
  const missing = missingFields(draft)
  if (missing.length === 0) return null
  const isUnwritten = missing[0] === 'texts'
  return (
    <p className="text-muted">
      {isUnwritten ? t('publish.nothing') : t('publish.missing', { fields: missing.map(labelOf).join(', ') })}
    </p>
  )
}

function UnpublishButton({ isBusy, save }: Pick<PublishPanelProps, 'isBusy' | 'save'>) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => setOpen(true)}>
          {t('publish.back')}
        </button>
      </p>
      {isOpen && (
        <ConfirmDialog
          title={t('publish.back_question')}
          action={t('publish.back')}
          isBusy={isBusy}
          onConfirm={() => void save(unpublished).then(() => setOpen(false))}
          onClose={() => setOpen(false)}
        >
          <p>{t('publish.back_note')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function PublishButtons({ draft, isBusy, error, save, labelOf }: PublishPanelProps) {
  const t = useTranslate()
  const { status, published_at } = draft
  const [when, setWhen] = useState(() => localTimeOf(published_at))
  const isSendable = !isBusy && missingFields(draft).length === 0
  return (
    <>
      <Missing draft={draft} labelOf={labelOf} />
      <p>
        <button
          type="button"
          className="button"
          disabled={!isSendable}
          onClick={() => void save({ status: 'published', published_at: null })}
        >
          {t('publish.now')}
        </button>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          type="datetime-local"
          label={t('publish.when', { zone: timeZone() })}
          value={when}
          error={error}
          onChange={({ target }) => setWhen(target.value)}
        />
        <button
          type="button"
          className="button button-quiet"
          disabled={!isSendable || isoTimeOf(when) === null}
          onClick={() => void save({ status: 'scheduled', published_at: isoTimeOf(when) })}
        >
          {t(status === 'scheduled' ? 'publish.reschedule' : 'publish.schedule')}
        </button>
        {status === 'scheduled' && (
          <button
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() => void save(unpublished)}
          >
            {t('publish.unschedule')}
          </button>
        )}
      </div>
    </>
  )
}

/** Shows the publication state with buttons that change it. Each button also saves the form. */
export function PublishPanel(props: PublishPanelProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const { status, published_at } = props.draft
  const facts = { date: published_at ? moment(published_at) : '', zone: timeZone() }
  return (
    <section aria-label={t('publish.title')} className="card grid gap-4 p-5">
      <h3 className="text-lg font-bold">{t('publish.title')}</h3>
      <p>{t(`publish.${status}`, facts)}</p>
      {status === 'published' ? <UnpublishButton {...props} /> : <PublishButtons {...props} />}
    </section>
  )
}
