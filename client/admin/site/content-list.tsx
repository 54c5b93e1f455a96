import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { AdminTestimonial } from '#shared/admin/testimonials.ts'
import type { AdminFaqItem } from '#shared/site/faq.ts'
import { faqPages } from '#shared/site/paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { EntityPages } from '../entity.tsx'
import { AddLink, ListState } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { OrderedRows, useMoveRow } from '../ordered-rows.tsx'
import type { Text, TranslatedTexts } from '../texts.ts'
import { useFlashMessage } from '../use-flash-message.ts'
import { QuestionEditor, TestimonialEditor } from './content-editor.tsx'
import { faqConfig, adminFaqQuery, testimonialConfig, adminTestimonialsQuery } from './content.ts'
import type { ContentConfig } from './content.ts'
import { useTranslate } from './messages.ts'

type Item = { id: number; texts: TranslatedTexts<Text> }
type ListProps<One extends Item> = {
  config: Pick<ContentConfig<One, never>, 'noun' | 'pages' | 'keys'>
  items: readonly One[] | undefined
  isError: boolean
  label: string
  /** True if the list shows the item. Undefined: the list shows all items. */
  isOf?: (item: One) => boolean
  nameOf: (item: One) => string
  noteOf?: (item: One) => string
  show: (text: string) => void
}

export function ContentRows<One extends Item>(props: ListProps<One>) {
  const { config, items, isError, label, isOf = () => true, nameOf, noteOf, show } = props
  const { noun, pages, keys } = config
  const t = useTranslate()
  const client = useQueryClient()
  const rows = items?.filter(isOf)
  const { isMoving, move } = useMoveRow({
    rows,
    pathOf: ({ id }) => adminSitePaths.api.contentMove(noun, id),
    nameOf,
    onMoved: (moved) => {
      for (const key of keys)
        client.setQueryData<One[]>(key, (all) => all && [...all.filter((item) => !isOf(item)), ...moved])
    },
    onSettled: () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
    },
    show,
  })
  return (
    <ListState rows={rows} isError={isError} failed={t('content.failed')} empty={t(`content.${noun}.empty`)}>
      {(listed) => (
        <OrderedRows
          {...{ label, nameOf, isMoving, move }}
          rows={listed}
          render={(item, arrows) => (
            <div className="card relative flex items-center gap-3 p-3">
              <div className="min-w-0 flex-1">
                <Link
                  to={pages.item(item.id)}
                  dir="auto"
                  className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
                >
                  {nameOf(item)}
                </Link>
                <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
                  {noteOf?.(item) && <span>{noteOf(item)}</span>}
                  {item.texts.es === null && <span>{t('content.untranslated')}</span>}
                </p>
              </div>
              {arrows}
            </div>
          )}
        />
      )}
    </ListState>
  )
}

function QuestionRows({ show }: { show: (text: string) => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const { data, isError } = useQuery(adminFaqQuery)
  return faqPages.map((page) => (
    <section key={page} className="mt-6">
      <h2 className="text-xl font-bold">{t(`content.faq_pages.${page}`)}</h2>
      <ContentRows
        config={faqConfig}
        items={data}
        label={t(`content.faq_pages.${page}`)}
        isOf={(item: AdminFaqItem) => item.page === page}
        nameOf={({ texts }) => (texts[locale] ?? texts.en).q}
        {...{ isError, show }}
      />
    </section>
  ))
}

function TestimonialRows({ show }: { show: (text: string) => void }) {
  const t = useTranslate()
  const { data, isError } = useQuery(adminTestimonialsQuery)
  return (
    <ContentRows
      config={testimonialConfig}
      items={data}
      label={t('tabs.testimonials')}
      nameOf={({ name }: AdminTestimonial) => name}
      noteOf={({ is_sample }) => (is_sample ? t('content.sample') : '')}
      {...{ isError, show }}
    />
  )
}

/** FAQ items of each page, or testimonials, in their public order. */
function ContentList({ noun }: { noun: 'faq' | 'testimonials' }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { notice, show } = useFlashMessage(() => t('content.removed'))
  const ListComponent = noun === 'faq' ? QuestionRows : TestimonialRows
  return (
    <>
      <p className="max-w-prose text-muted">{t(`content.${noun}.note`)}</p>
      <AddLink to={adminSitePaths.contentItem(noun, 'new')} label={t(`content.${noun}.add`)} />
      <div className="max-w-3xl">
        <p className="mt-4 text-sm text-muted">{tAdmin('order.note')}</p>
        <ListComponent show={show} />
      </div>
      {notice}
    </>
  )
}

export function QuestionEditors({ part }: { part: string }) {
  const t = useTranslate()
  const texts = { gone: t('content.gone'), back: t('content.faq.back') }
  return (
    <EntityPages config={faqConfig} {...{ part, texts }} list={<ContentList noun="faq" />} Editor={QuestionEditor} />
  )
}

export function TestimonialEditors({ part }: { part: string }) {
  const t = useTranslate()
  const texts = { gone: t('content.gone'), back: t('content.testimonials.back') }
  return (
    <EntityPages
      config={testimonialConfig}
      {...{ part, texts }}
      list={<ContentList noun="testimonials" />}
      Editor={TestimonialEditor}
    />
  )
}
