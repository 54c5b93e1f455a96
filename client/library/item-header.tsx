import type { ReactNode } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { Link } from '../app/link.tsx'
import { useLocale } from '../app/i18n.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { useTranslate } from './messages.ts'

type BreadcrumbItem = { name: string; path: string; functional?: { slug: string } }

export function Breadcrumb({ steps }: { steps: BreadcrumbItem[] }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className="crumbs">
        {steps.map(({ name, path, functional }, index) => (
          <li key={path} data-group={functional && hueOf(functional.slug)}>
            {index === steps.length - 1 ? (
              <span aria-current="page" dir="auto">
                {name}
              </span>
            ) : (
              <Link to={path} className={functional && 'group-name'}>
                {functional && <GroupMark slug={functional.slug} />}
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function LanguageNote({ item }: { item: { content_locale: string } }) {
  const t = useTranslate()
  const locale = useLocale()
  return item.content_locale === locale ? null : <p className="mt-1 text-sm text-muted">{t('library.in_english')}</p>
}

type ItemHeaderProps = {
  steps: BreadcrumbItem[]
  item: { title: string; short_description?: string; content_locale: string }
  children?: ReactNode
}

/** Breadcrumb, title and description at the top of an item's page. */
export function ItemHeader({ steps, item, children }: ItemHeaderProps) {
  return (
    <>
      <Breadcrumb steps={steps} />
      <h1 className="text-3xl font-bold" dir="auto">
        {item.title}
      </h1>
      {item.short_description && (
        <p className="mt-2 max-w-prose text-pretty text-muted" dir="auto">
          {item.short_description}
        </p>
      )}
      {children}
      <LanguageNote item={item} />
    </>
  )
}
