import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from './messages.ts'

/** What has a page of its own; the word is the same in both languages. */
const pathOf = (chip: string) => (chip === 'Pipelines' ? paths.pipelines : null)

export function Benefits() {
  const t = useTranslate()
  return (
    <section className="frame py-8 md:py-12">
      <h2 className="text-3xl font-bold sm:text-4xl">{t('benefits.title')}</h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {t('benefits.items').map(({ title, text, chips }) => (
          <li key={title} className="card flex flex-col p-6">
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-2 flex-1 text-muted">{text}</p>
            <ul className="mt-5 flex flex-wrap gap-1.5">
              {chips.map((chip) => {
                const path = pathOf(chip)
                return path ? (
                  <li key={chip} className="flex">
                    <Link to={path} className="chip min-h-6 underline hover:text-brand">
                      {chip}
                    </Link>
                  </li>
                ) : (
                  <li key={chip} className="chip">
                    {chip}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
