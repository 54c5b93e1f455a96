import { useSearchParams } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { eventStates } from '#shared/admin/payments.ts'
import { ListState, usePagedList } from '../list.tsx'
import { EventTable } from './event-table.tsx'
import { FilterInput, FilterSelect, useFilterNavigation } from './filters.tsx'
import { useTranslate } from './messages.ts'
import { eventFilterNames, eventsQuery, filtersFromSearch } from './payments.queries.ts'

export function EventList() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const filters = filtersFromSearch(search, eventFilterNames)
  const choose = useFilterNavigation(filters, adminMoneyPaths.events)
  const { rows, isError, more } = usePagedList(eventsQuery(filters), t('payments.end'))
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
      <ListState rows={rows} isError={isError} failed={t('payments.failed')} empty={t('events.none')}>
        {(events) => <EventTable events={events} label={t('events.list')} />}
      </ListState>
      {more}
    </>
  )
}
