import type { Overview } from '#shared/admin/overview.ts'
import { useTranslate } from './messages.ts'

type AdvertisedCountsProps = { promises: Overview['promises']; format: (value: number) => string }

/** Table of the counts that the texts of the plans advertise, beside the counts of today. */
export function AdvertisedCounts({ promises, format }: AdvertisedCountsProps) {
  const t = useTranslate()
  return (
    <section aria-label={t('overview.promises.title')} className="mt-8">
      <h2 className="text-xl font-bold">{t('overview.promises.title')}</h2>
      <p className="text-sm text-muted">
        {t(promises.length > 0 ? 'overview.promises.note' : 'overview.promises.none')}
      </p>
      {promises.length > 0 && (
        <div className="card mt-3 p-4">
          <table className="w-full text-left text-sm sm:text-base">
            <caption className="sr-only">{t('overview.promises.title')}</caption>
            <thead>
              <tr className="align-bottom text-sm text-muted">
                <th scope="col">{t('overview.promises.plan')}</th>
                <th scope="col" className="text-right">
                  {t('overview.promises.promised')}
                </th>
                <th scope="col" className="text-right">
                  {t('overview.promises.there')}
                </th>
                <th scope="col" className="text-right">
                  {t('overview.promises.state')}
                </th>
              </tr>
            </thead>
            <tbody>
              {promises.map(({ plan, promised, there }) => (
                <tr key={plan} className="border-t border-line">
                  <th scope="row" className="py-2">
                    {plan}
                  </th>
                  <td className="py-2 text-right">{format(promised)}</td>
                  <td className="py-2 text-right">{format(there)}</td>
                  <td className={`py-2 pl-3 text-right font-semibold ${there < promised ? 'text-danger' : ''}`}>
                    {there < promised
                      ? t('overview.promises.open', { missing: format(promised - there) })
                      : t('overview.promises.kept')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
