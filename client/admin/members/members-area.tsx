import { matchPath, useLocation } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import type { MemberCard } from '#shared/admin/members.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { roles } from '#shared/users/rights.ts'
import { Link } from '../../app/link.tsx'
import { useDateFormat } from '../../app/format/dates.ts'
import { TeamBadge } from '../../app/team-badge.tsx'
import { DownloadButtons } from '../download-buttons.tsx'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { Table } from '../table.tsx'
import { Tabs } from '../tabs.tsx'
import { Invitations } from './invitations.tsx'
import { MemberDetails } from './member-details.tsx'
import { membersQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

function MemberTable({ members }: { members: readonly MemberCard[] }) {
  const t = useTranslate()
  const date = useDateFormat()
  return (
    <div className="mt-6 overflow-x-auto">
      <Table
        caption={t('members.list')}
        className="min-w-2xl text-sm"
        rows={members}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t('members.name'),
            className: 'min-w-32 py-3 pr-4',
            render: ({ id, username, first_name, last_name }) => (
              <>
                <Link to={adminPaths.member(id)} className="inline-block py-1 font-semibold text-brand underline">
                  <bdi>{username}</bdi>
                </Link>
                <bdi className="block font-normal text-muted">{`${first_name} ${last_name}`.trim()}</bdi>
              </>
            ),
          },
          { name: t('members.email'), render: ({ email }) => <bdi>{email}</bdi> },
          {
            name: t('members.role'),
            render: ({ is_team, role }) => (is_team ? <TeamBadge /> : t(`members.roles.${role}`)),
          },
          { name: t('members.tier'), render: ({ tier }) => tier },
          {
            name: t('members.state'),
            render: ({ state }) => (
              <span className={state === 'blocked' || state === 'held' ? 'font-semibold text-danger' : ''}>
                {t(`members.states.${state}`)}
              </span>
            ),
          },
          {
            name: t('members.joined'),
            className: 'py-3 whitespace-nowrap text-muted',
            render: ({ created_at }) => date(created_at),
          },
        ]}
      />
    </div>
  )
}

const tiers = ['0', '1', '2'] as const
const states = ['active', 'unconfirmed', 'held', 'blocked'] as const
const filterSchema = { q: searchParam, role: choiceParam(roles), tier: choiceParam(tiers), state: choiceParam(states) }

function MemberList() {
  const t = useTranslate()
  const { filters, choose } = useFilters(filterSchema, false)
  const { rows, isError, more } = usePagedList(membersQuery(filters))
  return (
    <>
      <FilterForm
        filters={filters}
        choose={choose}
        fields={[{ name: 'q', label: t('members.search') }]}
        choices={[
          {
            name: 'role',
            label: t('members.role'),
            options: roles.map((value) => ({ value, name: t(`members.roles.${value}`) })),
          },
          { name: 'tier', label: t('members.tier'), options: tiers.map((value) => ({ value, name: value })) },
          {
            name: 'state',
            label: t('members.state'),
            options: states.map((value) => ({ value, name: t(`members.states.${value}`) })),
          },
        ]}
      />
      <DownloadButtons
        files={[{ name: 'members', label: t('members.export'), path: adminPaths.api.membersExport(filters) }]}
      />
      <ListState rows={rows} isError={isError} empty={t('members.none')}>
        {(members) => <MemberTable members={members} />}
      </ListState>
      {more}
    </>
  )
}

export function MembersArea() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const lists = [
    { to: adminPaths.members, name: t('members.list') },
    { to: invitationPaths.list, name: t('members.invitations.title') },
  ]
  if (lists.some(({ to }) => to === pathname))
    return (
      <>
        <Tabs label={t('members.tabs')} tabs={lists.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))} />
        {pathname === adminPaths.members ? <MemberList /> : <Invitations />}
      </>
    )
  const id = matchPath(`${adminPaths.members}/:id`, pathname)?.params.id
  return id !== undefined && <MemberDetails key={id} id={id} />
}
