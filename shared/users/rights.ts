export const staffRoles = ['moderator', 'editor', 'analyst', 'admin'] as const
export const roles = ['user', ...staffRoles] as const
type Role = (typeof roles)[number]

/** Parts of the admin area. `overview` has no personal data. `content` has pages, questions, testimonials. */
export type AdminPart =
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
export type Right = `${AdminPart}.${'read' | 'write'}` // writing implies reading

const grants: Record<Exclude<Role, 'admin'>, Partial<Record<AdminPart, 'read' | 'write'>>> = {
  user: {},
  moderator: { moderation: 'write' },
  editor: { library: 'write', news: 'write', content: 'write' },
  analyst: { overview: 'read' },
}

type Person = { role: Role } | null

/** True if the person has the right. Routes, navigation and buttons use this rule. */
export function can(person: Person, right: Right): boolean {
  if (person === null) return false
  if (person.role === 'admin') return true
  const [part, action] = right.split('.') as [AdminPart, 'read' | 'write']
  const granted = grants[person.role][part]
  return granted === 'write' || granted === action
}

export const isStaff = (person: Person) => person !== null && person.role !== 'user'
