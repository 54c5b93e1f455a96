import { describe, expect, test } from 'vitest'
import { isModerator } from '#shared/forum/schema.ts'
import { can, isStaff, roles } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'

const parts = ['overview', 'library', 'news', 'content', 'sections', 'moderation', 'members', 'plans', 'payments']
const all = [...parts, 'site', 'audit'].flatMap((part) => [`${part}.read`, `${part}.write`]) as Right[]
const rightsOf = (role: (typeof roles)[number]) => all.filter((right) => can({ role }, right))

describe('what a role may do', () => {
  test('is written down here once more, right by right', () => {
    expect(Object.fromEntries(roles.map((role) => [role, rightsOf(role)]))).toEqual({
      user: [],
      moderator: ['moderation.read', 'moderation.write'],
      editor: ['library.read', 'library.write', 'news.read', 'news.write', 'content.read', 'content.write'],
      analyst: ['overview.read'],
      admin: all,
    })
  })

  test('is nothing for a visitor', () => {
    expect(all.filter((right) => can(null, right))).toEqual([])
    expect([null, ...roles.map((role) => ({ role }))].filter(isStaff)).toHaveLength(roles.length - 1)
  })

  test('makes moderators of moderators and admins alone', () => {
    expect(roles.filter((role) => isModerator({ role }))).toEqual(['moderator', 'admin'])
  })
})
