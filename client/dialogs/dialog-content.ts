import type { Action } from '../app/session/pending-action.ts'

/** A library item that a tier locks: prompts have a title, categories a name. */
export type TierItem = { title?: string; name?: string; required_tier: number }
export type AlertOptions = {
  /** A second sentence: the next step. */
  note?: string
  /** Repeats the request that failed. */
  retry?: (() => void) | undefined
}
export type DialogContent =
  | ({ kind: 'alert'; text: string } & AlertOptions)
  | { kind: 'tier'; back: string; item: TierItem }
  | { kind: 'log_in'; text: string; back: string; action: Action }
  /** The session ended by itself; the dialog calls `onEnd` when it closes. */
  | { kind: 'log_in_again'; text: string; onEnd: () => void }
