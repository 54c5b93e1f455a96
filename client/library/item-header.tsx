import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { useLocale } from '../app/i18n.tsx'
import type { TierItem } from '../dialogs/dialog-content.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { useTranslate } from './messages.ts'

type BreadcrumbItem = { name: string; path: string }

export function Breadcrumb({ steps }: { steps: BreadcrumbItem[] }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('breadcrumb')} className="mb-3 text-sm text-muted">
      <ol className="flex flex-wrap gap-x-2 leading-6">
        {steps.map(({ name, path }, index) => (
          <li key={path} className="flex min-w-0 gap-x-2">
            {index === steps.length - 1 ? (
              <span aria-current="page" className="min-w-0" dir="auto">
                {name}
              </span>
            ) : (
              <Link to={path} className="min-w-0 text-brand underline" dir="auto">
                {name}
              </Link>
            )}
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="self-end">
                /
              </span>
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

export function TagList({ tags, className = '' }: { tags: string[]; className?: string }) {
  const t = useTranslate()
  return (
    <ul className={`flex flex-wrap gap-1.5 ${className}`} aria-label={t('prompt.tags')}>
      {tags.map((tag) => (
        <li key={tag} className="chip" dir="auto">
          {tag}
        </li>
      ))}
    </ul>
  )
}

type CardTitleProps = { item: TierItem; to: string; Heading?: 'h2' | 'h3' | undefined }

/** Heading of a card, whose link covers the card. */
export function CardTitle({ item, to, Heading = 'h3' }: CardTitleProps) {
  return (
    <Heading className="flex items-center justify-between gap-2 text-lg leading-snug font-bold">
      <ItemLink item={item} to={to} className="card-link min-w-0" dir="auto">
        {item.title ?? item.name}
      </ItemLink>
      <ItemLock item={item} />
    </Heading>
  )
}
