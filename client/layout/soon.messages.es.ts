import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './soon.messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Esta página estará lista pronto',
  text: 'Todavía estamos trabajando en ella. La biblioteca ya está abierta: encuentra un prompt, léelo y cópialo.',
  library: 'Ir a la biblioteca',
}
