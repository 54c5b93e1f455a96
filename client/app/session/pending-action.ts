import { isSignedIn } from './viewer.ts'
import { parseStorage, readStorage, useStorage, writeStorage } from '../storage.ts'

export type ResumableAction =
  | { kind: 'view' }
  | { kind: 'save' | 'collect'; slug: string }
  | { kind: 'save_post'; slug: string }
  | { kind: 'rate'; slug: string; value: number }
/** Action that needs a log-in. It runs when the page at `path` opens after the log-in. */
export type PendingAction = ResumableAction & { path: string; asked_at: number; is_granted?: true }

const maxAgeMs = 3_600_000

function isAction(action: ResumableAction): boolean {
  if (action.kind === 'view') return true
  if (!['save', 'save_post', 'collect', 'rate'].includes(action.kind) || typeof action.slug !== 'string') return false
  return action.kind !== 'rate' || (Number.isInteger(action.value) && action.value > 0)
}

const isPending = (action: PendingAction) => isAction(action) && Math.abs(Date.now() - action.asked_at) < maxAgeMs

const parse = (text: string | null) => parseStorage<PendingAction>(text, isPending)
const write = (action: PendingAction | null) => writeStorage('pending_action', action && JSON.stringify(action))

export const storePendingAction = (action: ResumableAction, path: string) =>
  write({ ...action, path, asked_at: Date.now() })

export const usePendingAction = () => parse(useStorage('pending_action'))

export const hasPendingAction = () => parse(readStorage('pending_action')) !== null

export function grantPendingAction(target: string): void {
  const action = parse(readStorage('pending_action'))
  write(action?.path === target ? { ...action, is_granted: true } : null)
}

export const dropPendingAction = () => write(null)

export const isActionDue = (action: PendingAction | null, path: string): action is PendingAction =>
  action?.is_granted === true && action.path === path && isSignedIn()
