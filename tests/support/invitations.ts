import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { post } from './app.ts'
import { lastMailTo, mailsTo } from './mail.ts'
import { createPerson } from './people.ts'
import type { Person } from './people.ts'

const { api } = invitationPaths
let made = 0

export const newAddress = () => `invited-${++made}@example.test`
type Sent = { id: number; email: string; token: string; by: Person }

export async function sendInvitation(changes: { email?: string; role?: string; by?: Person } = {}): Promise<Sent> {
  const { email = newAddress(), role = 'editor', by = await createPerson({ role: 'admin' }) } = changes
  const after = mailsTo(email).length
  const { status, body, text } = await post(api.list, { email, role, language: 'en' }, { as: by })
  if (status !== 201) throw new Error(`The invitation was refused: ${text}`)
  const { token } = await lastMailTo(email, { after })
  return { id: body.id as number, email, token, by }
}
