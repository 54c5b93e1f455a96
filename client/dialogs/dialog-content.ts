import type { ResumableAction } from '../app/session/pending-action.ts'

/** Library item that needs a higher tier. Prompts have a title, categories a name. */
export type TierItem = { title?: string; name?: string; required_tier: number }
export type AlertOptions = {
  note?: string
  retry?: (() => void) | undefined
}
export type DialogContent =
  | ({ kind: 'alert'; text: string } & AlertOptions)
  | { kind: 'tier'; back: string; item: TierItem }
  | { kind: 'log_in'; text: string; back: string; action: ResumableAction }
  | { kind: 'log_in_again'; text: string; onEnd: () => void }
