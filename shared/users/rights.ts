export const staffRoles = ['moderator', 'editor', 'analyst', 'admin'] as const
export const roles = ['user', ...staffRoles] as const
type Role = (typeof roles)[number]

/**
 * Parts of the admin area and of its API. `overview`: figures alone, of nobody by name. `content`: pages, questions and
 * testimonials. `site`: settings and announcements.
 */
export type Part =
  | 'overview'
  | 'library'
  | 'news'
  | 'content'
  | 'sections'
  | 'moderation'
  | 'members'
  | 'plans'
  | 'payments'
  | 'site'
  | 'audit'
/** Writing is allowed to nobody who may not read. */
export type Right = `${Part}.${'read' | 'write'}`

/** What each role may do; admins may do everything. */
const grants: Record<Exclude<Role, 'admin'>, Partial<Record<Part, 'read' | 'write'>>> = {
  user: {},
  moderator: { moderation: 'write' },
  editor: { library: 'write', news: 'write', content: 'write' },
  analyst: { overview: 'read' },
}

type Person = { role: Role } | null

/** The one rule of who may see and change what: of routes, navigation and buttons. */
export function can(person: Person, right: Right): boolean {
  if (person === null) return false
  if (person.role === 'admin') return true
  const [part, action] = right.split('.') as [Part, 'read' | 'write']
  const granted = grants[person.role][part]
  return granted === 'write' || granted === action
}

/** Whether somebody is of the team, with a part of the admin area of their own. */
export const isStaff = (person: Person) => person !== null && person.role !== 'user'
