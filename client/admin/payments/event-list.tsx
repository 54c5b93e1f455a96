import { eventStates } from '#shared/admin/payments.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { EventTable } from './event-table.tsx'
import { useTranslate } from './messages.ts'
import { eventsQuery } from './payments.queries.ts'

const filterSchema = { state: choiceParam(eventStates), type: searchParam, customer: searchParam }

export function EventList() {
  const t = useTranslate()
  const { filters, choose } = useFilters(filterSchema, false)
  const { rows, isError, more } = usePagedList(eventsQuery(filters))
  return (
    <>
      <FilterForm
        filters={filters}
        choose={choose}
        fields={(['type', 'customer'] as const).map((name) => ({ name, label: t(`events.${name}`) }))}
        choices={[
          {
            name: 'state',
            label: t('events.state'),
            options: eventStates.map((value) => ({ value, name: t(`events.states.${value}`) })),
          },
        ]}
      />
      <ListState rows={rows} isError={isError} empty={t('events.none')}>
        {(events) => <EventTable events={events} label={t('events.list')} />}
      </ListState>
      {more}
    </>
  )
}
