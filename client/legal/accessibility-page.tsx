import { mailtoOf } from '#shared/paths.ts'
import { Head } from '../app/head.tsx'
import { defineMessages } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { criteria } from './accessibility-criteria.ts'

const { useTranslate } = defineMessages({
  en: () => import('./accessibility.messages.en.ts'),
  es: () => import('./accessibility.messages.es.ts'),
})

function Criteria() {
  const t = useTranslate()
  const names = t('names')
  return (
    <div className="table-scroll prose">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('head.criterion')}</th>
            <th scope="col">{t('head.level')}</th>
            <th scope="col">{t('head.check')}</th>
          </tr>
        </thead>
        <tbody>
          {criteria.map(({ id, level, checks: used }) => (
            <tr key={id}>
              <th scope="row">
                {id} {names.find((one) => one.id === id)?.name}
              </th>
              <td>{level}</td>
              <td>{used.map((check) => t(`checks.${check}`)).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function AccessibilityPage() {
  const t = useTranslate()
  const { name, company } = useSite()
  return (
    <main className="frame py-12">
      <Head title={t('title')} description={t('description')} />
      <article className="mx-auto max-w-3xl">
        <h1 className="text-3xl font-bold">{t('title')}</h1>
        <p className="mt-4">{t('intro', { site: name, count: criteria.length })}</p>
        <p className="mt-4">
          <a href={mailtoOf(company.email)}>{t('help', { email: company.email })}</a>
        </p>
        <h2 className="mt-10 text-2xl font-bold">{t('limits_title')}</h2>
        <ul className="mt-4 list-disc space-y-2 pl-6">
          {t('limits').map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
        <h2 className="mt-10 mb-4 text-2xl font-bold">{t('table_title')}</h2>
        <Criteria />
      </article>
    </main>
  )
}
