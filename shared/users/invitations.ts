import * as z from 'zod/mini'
import { fieldError, idParam } from '../fields.ts'
import { Locale } from '../locale.ts'
import { staffRoles } from './rights.ts'
import { Email, NewUser } from './schema.ts'

export const StaffRole = z.enum(staffRoles, fieldError('schema.choice', { options: staffRoles.join(', ') }))

export const NewInvitation = z.strictObject({ email: Email, role: StaffRole, language: Locale }) // `language` is for the mail
export type NewInvitation = z.infer<typeof NewInvitation>

/** Invitation to the team. `is_void`: its inviter is no admin any more, so its link does not work. */
export const AdminInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role: StaffRole,
  language: Locale,
  inviter: z.string(),
  is_void: z.boolean(),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
})
export type AdminInvitation = z.infer<typeof AdminInvitation>
export const InvitationParams = z.object({ id: idParam() })

const InvitationToken = z.string().check(z.maxLength(200))
export const InvitationLink = z.object({ token: InvitationToken })
export const Invitation = z.object({
  email: z.string(),
  role: StaffRole,
  inviter: z.string(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.infer<typeof Invitation>

const { name, surname, password } = NewUser.shape
export const InvitedUser = z.object({ token: InvitationToken, name, surname, password })
export type InvitedUser = z.infer<typeof InvitedUser>
