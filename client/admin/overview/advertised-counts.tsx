import type { Overview } from '#shared/admin/overview.ts'
import { DetailsSection } from '../details.tsx'
import { Table } from '../table.tsx'
import { useTranslate } from './messages.ts'

type AdvertisedCountsProps = { promises: Overview['promises']; format: (value: number) => string }

/** Table of the counts that the texts of the plans advertise, beside the counts of today. */
export function AdvertisedCounts({ promises, format }: AdvertisedCountsProps) {
  const t = useTranslate()
  return (
    <DetailsSection title={t('overview.promises.title')} className="mt-8">
      <p className="text-sm text-muted">
        {t(promises.length > 0 ? 'overview.promises.note' : 'overview.promises.none')}
      </p>
      {promises.length > 0 && (
        <div className="mt-3">
          <Table
            caption={t('overview.promises.title')}
            className="text-sm sm:text-base"
            rows={promises}
            keyOf={({ plan }) => plan}
            columns={[
              { name: t('overview.promises.plan'), className: 'py-2', render: ({ plan }) => plan },
              { name: t('overview.promises.promised'), isNumber: true, render: ({ promised }) => format(promised) },
              { name: t('overview.promises.there'), isNumber: true, render: ({ there }) => format(there) },
              {
                name: t('overview.promises.state'),
                isNumber: true,
                render: ({ promised, there }) => (
                  <span className={`font-semibold ${there < promised ? 'text-danger' : ''}`}>
                    {there < promised
                      ? t('overview.promises.open', { missing: format(promised - there) })
                      : t('overview.promises.kept')}
                  </span>
                ),
              },
            ]}
          />
        </div>
      )}
    </DetailsSection>
  )
}
