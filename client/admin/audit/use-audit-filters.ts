import { useSearchParams } from 'react-router-dom'
import { AuditAction, AuditKind } from '#shared/audit.ts'
import type { AuditFilters } from '#shared/audit.ts'
import { matching, oneOf, readQuery, searchText } from '#shared/query-params.ts'

const day = matching(/^\d{4}-\d{2}-\d{2}$/, 10)
const Filters = {
  actor: searchText,
  target: searchText,
  kind: oneOf(AuditKind.options),
  action: oneOf(AuditAction.options),
  from: day,
  until: day,
}
export type ChosenFilters = Partial<Record<keyof typeof Filters, string | undefined>>

/** The beginning of a day on this device, some days later. */
function momentOf(chosen: string | undefined, later = 0): string | undefined {
  if (!chosen) return undefined
  const date = new Date(`${chosen}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

/** As the address has them. */
export function useAuditFilters() {
  const [search, setSearch] = useSearchParams()
  const { actor, target, kind, action, from, until } = readQuery(Filters, search)
  const chosen: ChosenFilters = { actor, target, kind, action, from, until }
  const choose = (changes: ChosenFilters) => {
    const all = Object.entries({ ...chosen, ...changes }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    )
    setSearch(Object.fromEntries(all), { replace: true })
  }
  const filters: Partial<AuditFilters> = {
    kind,
    action,
    actor: actor || undefined,
    target: target || undefined,
    from: momentOf(from),
    until: momentOf(until, 1),
  }
  return { chosen, filters, choose, isFiltered: Object.values(chosen).some(Boolean) }
}
