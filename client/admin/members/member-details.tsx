import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminMember, MemberChanges } from '#shared/admin/members.ts'
import { isStaff } from '#shared/users/rights.ts'
import { ApiProblem } from '../../app/api.ts'
import { island } from '../../app/island.tsx'
import { TeamBadge } from '../../app/team-badge.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
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

/** Loaded on demand, so that its files are not in the file list of every page. */
const MemberModeration = island(async () => (await import('./member-moderation.tsx')).MemberModeration)

type LoadedProps = { edited: ItemWithEtag<AdminMember>; path: string }

function Loaded({ edited, path }: LoadedProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { notice, show } = useToast()
  const labelOf = useMemberFieldLabels()
  const { item } = edited
  const { id, username, first_name, last_name, block } = item
  const isTeam = item.is_team || isStaff(item)
  const changed = (result: ItemWithEtag<AdminMember> | null, message: string) => {
    if (result) client.setQueryData(itemWithEtagQuery(path, memberSchema).queryKey, result)
    for (const { queryKey } of [memberOverviewQuery(id), memberSessionsQuery(id)])
      void client.invalidateQueries({ queryKey })
    for (const queryKey of [['audit'], ['members']]) void client.invalidateQueries({ queryKey })
    if (message) show(message)
  }
  const editor = useEditor<AdminMember, MemberChanges>({
    path,
    schema: memberSchema,
    edited,
    draftOf: memberDraftOf,
    empty: memberDraftOf(item),
    onSaved: (result) => changed(result, t('members.form.saved')),
  })
  const restore = (state: Record<string, unknown>) => {
    editor.set(memberDraftOf(state as MemberChanges))
    show(t('members.form.restored'))
  }
  return (
    <>
      <div className="mt-4 flex items-center gap-4">
        <Avatar name={username} colour={item.avatar_color} size="large" />
        <div className="min-w-0">
          <h2 className="truncate text-2xl font-bold">
            <bdi>{username}</bdi> {isTeam && <TeamBadge />}{' '}
            {block && <span className="chip text-danger">{t('members.states.blocked')}</span>}{' '}
            {item.held_at && <span className="chip text-danger">{t('members.states.held')}</span>}
          </h2>
          <bdi className="text-muted">{`${first_name} ${last_name}`.trim()}</bdi>
        </div>
      </div>
      <div className="mt-6 grid items-start gap-4 xl:grid-cols-2">
        <MemberFacts member={item} onDone={(message) => changed(null, message)} />
        <div className="grid gap-4">
          <MemberForm member={item} editor={editor} />
          <MemberBlock key={edited.etag} edited={edited} onChanged={changed} />
          {!isTeam && <MemberModeration username={username} />}
          <MemberSessions member={item} onDone={(message) => changed(null, message)} />
        </div>
      </div>
      <div className="mt-8">
        <AuditHistory
          kind="member"
          target={id}
          labelOf={labelOf}
          onRestore={restore}
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
  const { data, error } = useQuery(itemWithEtagQuery(path, memberSchema))
  const isMissing = error instanceof ApiProblem && [400, 404].includes(error.status)
  return (
    <>
      <p>
        <Link to={adminPaths.members} className="inline-block py-1 text-brand underline">
          {t('members.back')}
        </Link>
      </p>
      {error && !data && (
        <p role="alert" className="mt-4">
          {t(isMissing ? 'members.missing' : 'members.failed')}
        </p>
      )}
      {!data && !error && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && <Loaded edited={data} path={path} />}
    </>
  )
}
