import { Link } from '../app/link.tsx'

type TabsProps = {
  label: string
  tabs: readonly { to: string; name: string; isCurrent: boolean }[]
  className?: string
}

/** Links to the parts of an area. */
export function Tabs({ label, tabs, className = 'mb-6' }: TabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="tab-row">
        {tabs.map(({ to, name, isCurrent }) => (
          <li key={to}>
            <Link to={to} className="tab" aria-current={isCurrent ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
