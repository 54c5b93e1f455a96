import { useTranslate } from './messages.ts'

export function Problem() {
  const t = useTranslate()
  return (
    <section className="frame grid gap-10 py-16 md:py-24 lg:grid-cols-[1fr_1.2fr] lg:gap-16">
      <div>
        <h2 className="text-3xl font-bold sm:text-4xl">{t('problem.title')}</h2>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('problem.text')}</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {t('problem.points').map(({ title, text }) => (
          <li key={title} className="py-6">
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="mt-1.5 max-w-prose text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
