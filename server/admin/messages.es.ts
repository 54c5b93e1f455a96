import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  members: {
    problem: {
      own_role: 'No puedes quitarte el rol de administrador. Pídeselo a otro administrador.',
      own_block: 'No puedes bloquear tu propia cuenta.',
      team_account: 'Es la cuenta del propio equipo. Nadie inicia sesión en ella, así que su rol no cambia.',
      last_admin: 'Es el último administrador. Antes, haz administrador a otra persona.',
      past: 'Elige una fecha futura.',
      confirmed: 'La dirección ya está confirmada.',
      blocked: 'Esta cuenta está bloqueada. Desbloquéala antes.',
    },
  },
}
