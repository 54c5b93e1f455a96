import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import type { AdminTestimonial } from '#shared/admin-testimonials.ts'
import type { AdminFaqItem } from '#shared/faq.ts'
import { faqPages } from '#shared/site-paths.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Text, Texts } from '../texts.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { OrderedRows } from '../ordered-rows.tsx'
import { useMove } from '../use-move.ts'
import { useSaid } from '../use-said.ts'
import { faqShape, testimonialShape } from './content-shapes.ts'
import type { ContentShape } from './content-shapes.ts'
import { contentQuery } from './content.queries.ts'
import { useTranslate } from './messages.ts'

type Item = { id: number; texts: Texts<Text> }
type ListProps<One extends Item> = {
  shape: Pick<ContentShape<One, never>, 'noun' | 'schema' | 'listSchema'>
  label: string
  /** All of them, or those of a page. */
  isOf?: (item: One) => boolean
  nameOf: (item: One) => string
  noteOf?: (item: One) => string
  say: (text: string) => void
}

function Rows<One extends Item>({ shape, label, isOf = () => true, nameOf, noteOf, say }: ListProps<One>) {
  const t = useTranslate()
  const client = useQueryClient()
  const query = contentQuery(shape)
  const { data, isError } = useQuery(query)
  const rows = data?.filter(isOf)
  const { isMoving, move } = useMove({
    rows,
    pathOf: ({ id }) => adminSitePaths.api.contentMove(shape.noun, id),
    nameOf,
    onMoved: (moved) =>
      client.setQueryData(query.queryKey, (all) => all && [...all.filter((item) => !isOf(item)), ...moved]),
    onSettled: () => void client.invalidateQueries({ queryKey: query.queryKey }),
    say,
  })
  if (isError && !rows)
    return (
      <p role="alert" className="mt-4 text-danger">
        {t('content.failed')}
      </p>
    )
  if (!rows) return <Spinner label={t('common.loading')} className="mt-4" />
  if (rows.length === 0)
    return <p className="card mt-4 py-10 text-center text-muted">{t(`content.${shape.noun}.empty`)}</p>
  return (
    <OrderedRows
      {...{ label, rows, nameOf, isMoving, move }}
      render={(item, arrows) => (
        <div className="card relative flex items-center gap-3 p-3">
          <div className="min-w-0 flex-1">
            <Link
              to={adminSitePaths.contentItem(shape.noun, item.id)}
              dir="auto"
              className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
            >
              {nameOf(item)}
            </Link>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
              {noteOf && <span>{noteOf(item)}</span>}
              {item.texts.es === null && <span>{t('content.untranslated')}</span>}
            </p>
          </div>
          {arrows}
        </div>
      )}
    />
  )
}

const questionIn = (item: AdminFaqItem, locale: 'en' | 'es') => (item.texts[locale] ?? item.texts.en).q

/** The questions of each page, or the testimonials, in the order in which people see them. */
export function ContentList({ noun }: { noun: 'faq' | 'testimonials' }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const locale = useLocale()
  const { notice, show } = useSaid(() => t('content.removed'))
  return (
    <>
      <p className="max-w-prose text-muted">{t(`content.${noun}.note`)}</p>
      <p className="mt-4">
        <Link to={adminSitePaths.contentItem(noun, 'new')} className="button">
          {t(`content.${noun}.add`)}
        </Link>
      </p>
      <div className="max-w-3xl">
        <p className="mt-4 text-sm text-muted">{tAdmin('order.note')}</p>
        {noun === 'faq' &&
          faqPages.map((page) => (
            <section key={page} className="mt-6">
              <h2 className="text-xl font-bold">{t(`content.pages.${page}`)}</h2>
              <Rows
                shape={faqShape}
                label={t(`content.pages.${page}`)}
                isOf={(item) => item.page === page}
                nameOf={(item) => questionIn(item, locale)}
                say={show}
              />
            </section>
          ))}
        {noun === 'testimonials' && (
          <Rows
            shape={testimonialShape}
            label={t('tabs.testimonials')}
            nameOf={({ name }: AdminTestimonial) => name}
            noteOf={({ is_sample }: AdminTestimonial) => (is_sample ? t('content.sample') : '')}
            say={show}
          />
        )}
      </div>
      {notice}
    </>
  )
}
