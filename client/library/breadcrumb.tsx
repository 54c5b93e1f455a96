import { Link } from 'react-router-dom'
import { useTranslate } from './messages.ts'

export type BreadcrumbItem = { name: string; path: string }

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
