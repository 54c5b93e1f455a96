import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import type { MemberCard } from '#shared/members.ts'
import { useDateFormat } from '../../app/dates.ts'
import { LoadMore } from '../../app/load-more.tsx'
import { TeamBadge } from '../../app/team-badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { MemberFilterForm } from './member-filter-form.tsx'
import { membersQuery } from './members.queries.ts'
import type { MemberFilters } from './members.queries.ts'
import { useTranslate } from './messages.ts'

function Row({ member }: { member: MemberCard }) {
  const t = useTranslate()
  const date = useDateFormat()
  const { id, username, first_name, last_name, email, role, is_team, tier, state, created_at } = member
  return (
    <tr className="border-t border-line">
      <th scope="row" className="min-w-32 py-3 pr-4">
        <Link to={adminPaths.member(id)} className="inline-block py-1 font-semibold text-brand underline">
          <bdi>{username}</bdi>
        </Link>
        <bdi className="block font-normal text-muted">{`${first_name} ${last_name}`.trim()}</bdi>
      </th>
      <td className="py-3 pr-4">
        <bdi>{email}</bdi>
      </td>
      <td className="py-3 pr-4">{is_team ? <TeamBadge /> : t(`members.roles.${role}`)}</td>
      <td className="py-3 pr-4">{tier}</td>
      <td className={`py-3 pr-4 ${state === 'blocked' ? 'font-semibold text-danger' : ''}`}>
        {t(`members.states.${state}`)}
      </td>
      <td className="py-3 whitespace-nowrap text-muted">{date(created_at)}</td>
    </tr>
  )
}

export function MemberList() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const filters = Object.fromEntries(
    (['q', 'role', 'tier', 'state'] as const).flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  ) as MemberFilters
  const listed = useInfiniteQuery(membersQuery(filters))
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError } = listed
  const members = data?.pages.flatMap(({ results }) => results) ?? []
  const next = data?.pages.at(-1)?.next ?? null
  return (
    <>
      <MemberFilterForm filters={filters} />
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('members.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && members.length === 0 && <p className="mt-6 text-muted">{t('members.none')}</p>}
      {members.length > 0 && (
        <>
          <div className="card mt-6 overflow-x-auto p-4">
            <table className="w-full min-w-2xl text-left text-sm">
              <caption className="sr-only">{t('members.list')}</caption>
              <thead>
                <tr className="text-muted">
                  {(['name', 'email', 'role', 'tier', 'state', 'joined'] as const).map((name) => (
                    <th key={name} scope="col" className="pr-4 pb-2">
                      {t(`members.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {members.map((member) => (
                  <Row key={member.id} member={member} />
                ))}
              </tbody>
            </table>
          </div>
          {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
            <LoadMore
              address={next}
              end={t('members.end')}
              isLoading={isFetchingNextPage}
              isFailed={isFetchNextPageError}
              fetchMore={() => void listed.fetchNextPage()}
            />
          )}
        </>
      )}
    </>
  )
}
