import { describe, expect, test } from 'vitest'
import { canEdit, isModerator, restoreWindowMs } from '#shared/forum/schema.ts'
import { can, isStaff, roles } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'

const parts = ['overview', 'library', 'news', 'content', 'sections', 'moderation', 'members', 'plans', 'payments']
const all = [...parts, 'site', 'audit'].flatMap((part) => [`${part}.read`, `${part}.write`]) as Right[]
const rightsOf = (role: (typeof roles)[number]) => all.filter((right) => can({ role }, right))

describe('the rights of a role', () => {
  test('are the rights that this test lists', () => {
    expect(Object.fromEntries(roles.map((role) => [role, rightsOf(role)]))).toEqual({
      user: [],
      moderator: ['moderation.read', 'moderation.write'],
      editor: ['library.read', 'library.write', 'news.read', 'news.write', 'content.read', 'content.write'],
      analyst: ['overview.read'],
      admin: all,
    })
  })

  test('are none for a visitor', () => {
    expect(all.filter((right) => can(null, right))).toEqual([])
    expect([null, ...roles.map((role) => ({ role }))].filter(isStaff)).toHaveLength(roles.length - 1)
  })

  test('include moderation for moderators and admins only', () => {
    expect(roles.filter((role) => isModerator({ role }))).toEqual(['moderator', 'admin'])
  })
})

test('an author may edit a published text for 30 minutes, and restore a deleted text for 10 minutes', () => {
  const text = {
    author_id: 1,
    status: 'published',
    hidden_at: null,
    deleted_at: null,
    created_at: new Date(0),
  } as const
  const editableAt = (ms: number, id = 1) => canEdit({ id, role: 'user' }, text, ms)
  expect([editableAt(1_799_999), editableAt(1_800_000), editableAt(0, 2)]).toEqual([true, false, false])
  expect(restoreWindowMs).toBe(600_000)
})
