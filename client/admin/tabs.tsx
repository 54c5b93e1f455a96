import { Link } from 'react-router-dom'

type TabsProps = { label: string; tabs: readonly { path: string; name: string }[]; current: string }

/** Navigation between the parts of an area. `current` is the path of the open part. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ path, name }) => (
          <li key={path}>
            <Link to={path} className="tab" aria-current={path === current ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
