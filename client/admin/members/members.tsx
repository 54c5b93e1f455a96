import { matchPath, useLocation } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import { MemberList } from './member-list.tsx'
import { MemberDetails } from './member-details.tsx'

export function Members() {
  const { pathname } = useLocation()
  const id = matchPath(`${adminPaths.members}/:id`, pathname)?.params.id
  return id === undefined ? <MemberList /> : <MemberDetails key={id} id={id} />
}
