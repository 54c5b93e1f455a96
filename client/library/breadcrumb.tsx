import { Link } from 'react-router-dom'
import { useSay } from '../i18n.tsx'

export type Step = { name: string; path: string }

/** The way from the library down to this page, whose own step is not a link. */
export function Breadcrumb({ steps }: { steps: Step[] }) {
  const say = useSay()
  return (
    <nav aria-label={say('navigation.breadcrumb')} className="mb-3 text-sm text-muted">
      <ol className="flex flex-wrap gap-x-2">
        {steps.map(({ name, path }, index) => (
          <li key={path} className="flex min-h-6 min-w-0 gap-x-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index === steps.length - 1 ? (
              <span aria-current="page" className="min-w-0 wrap-anywhere">
                {name}
              </span>
            ) : (
              <Link to={path}>{name}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
