import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { eventStates } from '#shared/admin-payments.ts'
import { LoadMore } from '../../app/load-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EventTable } from './event-table.tsx'
import { FilterInput, FilterSelect, useFilters } from './filters.tsx'
import { useTranslate } from './messages.ts'
import { eventFilterNames, eventsQuery, filtersIn } from './payments.queries.ts'

export function EventList() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const filters = filtersIn(search, eventFilterNames)
  const choose = useFilters(filters, adminMoneyPaths.events)
  const listed = useInfiniteQuery(eventsQuery(filters))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = listed
  const events = data?.pages.flatMap(({ results }) => results) ?? []
  const shared = { onChoose: choose }
  return (
    <>
      <search className="grid gap-2 md:grid-cols-3">
        <FilterSelect
          {...shared}
          name="state"
          label={t('events.state')}
          value={filters.state}
          options={eventStates.map((state) => [state, t(`events.states.${state}`)] as const)}
        />
        <FilterInput {...shared} type="search" name="type" label={t('events.type')} value={filters.type} />
        <FilterInput {...shared} type="search" name="customer" label={t('events.customer')} value={filters.customer} />
      </search>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('payments.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && events.length === 0 && <p className="card mt-6 py-10 text-center text-muted">{t('events.none')}</p>}
      {events.length > 0 && <EventTable events={events} label={t('events.list')} />}
      {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
        <LoadMore
          address={data?.pages.at(-1)?.next ?? null}
          end={t('payments.end')}
          isLoading={isFetchingNextPage}
          isFailed={isFetchNextPageError}
          fetchMore={() => void listed.fetchNextPage()}
        />
      )}
    </>
  )
}
