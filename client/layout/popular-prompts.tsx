import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { PopularPrompt } from '#shared/library/start-here.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { apiQuery } from '../app/api.ts'
import { useTranslate } from '../app/i18n.tsx'
import { GroupMark } from '../ui/group-mark.tsx'

const popularQuery = apiQuery(paths.api.popular, import.meta.env.DEV && z.array(PopularPrompt))
const most = 3

/** Links to free prompts that many users copy. */
export function PopularLinks() {
  const t = useTranslate()
  const { data = [] } = useQuery(popularQuery)
  const prompts = data.slice(0, most)
  if (prompts.length === 0) return null
  return (
    <section className="mt-8 max-w-2xl">
      <h2 className="text-lg font-semibold">{t('not_found.popular')}</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {prompts.map(({ slug, title, category }) => (
          <li key={slug}>
            <Link to={paths.prompt(slug)} className="flex min-h-12 items-center gap-3 font-semibold hover:underline">
              <GroupMark slug={category.functional.slug} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
