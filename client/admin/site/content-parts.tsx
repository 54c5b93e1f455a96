import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import type { AdminTestimonial } from '#shared/admin-testimonials.ts'
import type { AdminFaqItem } from '#shared/faq.ts'
import { faqPages } from '#shared/site-paths.ts'
import type { FaqPage } from '#shared/site-paths.ts'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Edited } from '../edited.ts'
import { Select } from '../form-fields.tsx'
import type { Text, Texts } from '../texts.ts'
import { ContentEditor } from './content-editor.tsx'
import { ContentList } from './content-list.tsx'
import { faqShape, testimonialShape } from './content-shapes.ts'
import type { ContentShape } from './content-shapes.ts'
import { contentItemQuery } from './content.queries.ts'
import { useTranslate } from './messages.ts'

type StoredProps<Item extends { id: number }, Draft extends { texts: Texts<Text> }> = {
  shape: ContentShape<Item, Draft>
  id: string
  children: (edited: Edited<Item>) => ReactNode
}

function Stored<Item extends { id: number }, Draft extends { texts: Texts<Text> }>(props: StoredProps<Item, Draft>) {
  const { shape, id, children } = props
  const t = useTranslate()
  const { data, error } = useQuery(contentItemQuery(shape, id))
  if (data) return children(data)
  if (!error) return <Spinner label={t('common.loading')} />
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t('content.gone')}</p>
      <p>
        <Link to={adminSitePaths.content(shape.noun)} className="button button-quiet">
          {t(`content.${shape.noun}.back`)}
        </Link>
      </p>
    </div>
  )
}

function QuestionEditor({ edited }: { edited: Edited<AdminFaqItem> | null }) {
  const t = useTranslate()
  return (
    <ContentEditor shape={faqShape} edited={edited}>
      {({ draft, set, errorOf }) => (
        <Select
          label={t('content.fields.page')}
          value={draft.page}
          options={faqPages.map((page) => ({ value: page, name: t(`content.pages.${page}`) }))}
          error={errorOf('page')}
          onChange={(page) => set({ page: page as FaqPage })}
        />
      )}
    </ContentEditor>
  )
}

function TestimonialEditor({ edited }: { edited: Edited<AdminTestimonial> | null }) {
  const t = useTranslate()
  return (
    <ContentEditor shape={testimonialShape} edited={edited}>
      {({ draft, set, errorOf }) => (
        <>
          <Field
            label={t('content.fields.name')}
            dir="auto"
            value={draft.name}
            error={errorOf('name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={draft.is_sample}
              onChange={({ target }) => set({ is_sample: target.checked })}
            />
            {t('content.fields.is_sample')}
          </label>
        </>
      )}
    </ContentEditor>
  )
}

/** `part`: what the address names within the tab. */
export function Questions({ part }: { part: string }) {
  if (part === '') return <ContentList noun="faq" />
  if (part === 'new') return <QuestionEditor key="new" edited={null} />
  return (
    <Stored key={part} shape={faqShape} id={part}>
      {(edited) => <QuestionEditor edited={edited} />}
    </Stored>
  )
}

export function Testimonials({ part }: { part: string }) {
  if (part === '') return <ContentList noun="testimonials" />
  if (part === 'new') return <TestimonialEditor key="new" edited={null} />
  return (
    <Stored key={part} shape={testimonialShape} id={part}>
      {(edited) => <TestimonialEditor edited={edited} />}
    </Stored>
  )
}
