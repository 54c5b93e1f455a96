import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminMember, MemberChanges } from '#shared/admin/members.ts'
import { isStaff } from '#shared/users/rights.ts'
import { ApiProblem } from '../../app/api.ts'
import { island } from '../../app/island.tsx'
import { TeamBadge } from '../../app/team-badge.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DetailsPage } from '../details.tsx'
import { itemWithEtagQuery } from '../item-with-etag.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { AuditHistory } from '../history.tsx'
import { useEditor } from '../use-editor.ts'
import { MemberBlock } from './member-block.tsx'
import { MemberFacts } from './member-facts.tsx'
import { memberDraftOf, MemberForm, useMemberFieldLabels } from './member-form.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { memberOverviewQuery, memberSchema, memberSessionsQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

const isTeamMember = (member: AdminMember) => member.is_team || isStaff(member)

/** Loaded on demand, so that its files are not in the file list of every page. */
const MemberModeration = island(async () => (await import('./member-moderation.tsx')).MemberModeration)

function MemberHeading({ member }: { member: AdminMember }) {
  const t = useTranslate()
  const { username, first_name, last_name, avatar_color, block, held_at } = member
  return (
    <div className="mt-4 flex items-center gap-4">
      <Avatar name={username} colour={avatar_color} size="large" />
      <div className="min-w-0">
        <h2 className="truncate text-2xl font-bold">
          <bdi>{username}</bdi> {isTeamMember(member) && <TeamBadge />}{' '}
          {block && <span className="chip text-danger">{t('members.states.blocked')}</span>}{' '}
          {held_at && <span className="chip text-danger">{t('members.states.held')}</span>}
        </h2>
        <bdi className="text-muted">{`${first_name} ${last_name}`.trim()}</bdi>
      </div>
    </div>
  )
}

function Member({ edited, path }: { edited: ItemWithEtag<AdminMember>; path: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const { notice, show } = useToast()
  const labelOf = useMemberFieldLabels()
  const { item } = edited
  const changed = (result: ItemWithEtag<AdminMember> | null, message: string) => {
    if (result) client.setQueryData(itemWithEtagQuery(path, memberSchema).queryKey, result)
    const { queryKey: overviewKey } = memberOverviewQuery(item.id)
    for (const queryKey of [overviewKey, memberSessionsQuery(item.id).queryKey, ['audit'], ['members']])
      void client.invalidateQueries({ queryKey })
    show(message)
  }
  const onDone = (message: string) => changed(null, message)
  const editor = useEditor<AdminMember, MemberChanges>({
    path,
    schema: memberSchema,
    edited,
    draftOf: memberDraftOf,
    empty: memberDraftOf(item),
    onSaved: (result) => changed(result, t('members.form.saved')),
  })
  return (
    <>
      <MemberHeading member={item} />
      <div className="mt-6 grid items-start gap-4 xl:grid-cols-2">
        <MemberFacts member={item} onDone={onDone} />
        <div className="grid gap-4">
          <MemberForm member={item} editor={editor} />
          <MemberBlock key={edited.etag} edited={edited} onChanged={changed} />
          {!isTeamMember(item) && <MemberModeration username={item.username} />}
          <MemberSessions member={item} onDone={onDone} />
        </div>
      </div>
      <div className="mt-8">
        <AuditHistory
          kind="member"
          target={item.id}
          labelOf={labelOf}
          onRestore={(state) => {
            editor.set(memberDraftOf(state as MemberChanges))
            show(t('members.form.restored'))
          }}
          isRestorable={(state) => 'role' in state}
        />
      </div>
      {notice}
    </>
  )
}

export function MemberDetails({ id }: { id: string }) {
  const t = useTranslate()
  const path = adminPaths.api.member(id)
  const query = useQuery(itemWithEtagQuery(path, memberSchema))
  const isMissing = query.error instanceof ApiProblem && [400, 404].includes(query.error.status)
  return (
    <DetailsPage
      back={{ to: adminPaths.members, label: t('members.back') }}
      query={query}
      failed={t(isMissing ? 'members.missing' : 'members.failed')}
    >
      {(edited) => <Member edited={edited} path={path} />}
    </DetailsPage>
  )
}
