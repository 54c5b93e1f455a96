import { Link, matchPath, useLocation } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import type { MemberCard } from '#shared/admin/members.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { roles } from '#shared/users/rights.ts'
import { useDateFormat } from '../../app/format/dates.ts'
import { TeamBadge } from '../../app/team-badge.tsx'
import { DownloadButtons } from '../download-buttons.tsx'
import { FilterForm, useFilters } from '../filter-form.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { Invitations } from './invitations.tsx'
import { MemberDetails } from './member-details.tsx'
import { membersQuery } from './members.queries.ts'
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
      <td className={`py-3 pr-4 ${state === 'blocked' || state === 'held' ? 'font-semibold text-danger' : ''}`}>
        {t(`members.states.${state}`)}
      </td>
      <td className="py-3 whitespace-nowrap text-muted">{date(created_at)}</td>
    </tr>
  )
}

const tiers = ['0', '1', '2'] as const
const states = ['active', 'unconfirmed', 'held', 'blocked'] as const
const filterSchema = { q: searchParam, role: choiceParam(roles), tier: choiceParam(tiers), state: choiceParam(states) }

function MemberList() {
  const t = useTranslate()
  const { filters, choose } = useFilters(filterSchema, false)
  const { rows, isError, more } = usePagedList(membersQuery(filters), t('members.end'))
  return (
    <>
      <FilterForm
        filters={filters}
        choose={choose}
        fields={[{ name: 'q', label: t('members.search') }]}
        submit={t('common.search_submit')}
        any={t('members.any')}
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
      <ListState rows={rows} isError={isError} failed={t('members.failed')} empty={t('members.none')}>
        {(members) => (
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
        )}
      </ListState>
      {more}
    </>
  )
}

function Tabs({ current }: { current: string }) {
  const t = useTranslate()
  const tabs = [
    { path: adminPaths.members, name: t('members.list') },
    { path: invitationPaths.list, name: t('members.invitations.title') },
  ]
  return (
    <nav aria-label={t('members.tabs')} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ path, name }) => (
          <li key={path}>
            <Link to={path} className="tab" aria-current={path === current ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function MembersArea() {
  const { pathname } = useLocation()
  const isList = pathname === adminPaths.members
  if (isList || pathname === invitationPaths.list)
    return (
      <>
        <Tabs current={isList ? adminPaths.members : invitationPaths.list} />
        {isList ? <MemberList /> : <Invitations />}
      </>
    )
  const id = matchPath(`${adminPaths.members}/:id`, pathname)?.params.id
  return id !== undefined && <MemberDetails key={id} id={id} />
}
