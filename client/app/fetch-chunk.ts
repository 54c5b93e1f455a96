import { whenReachable } from './connection.ts'

/** Imports a chunk; waits for a connection if there is none. */
export async function fetchChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (import.meta.env.SSR) throw error
    await whenReachable()
    return load()
  }
}

const entryUrl = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src

/** True if this build has not reloaded the page at this address yet. The history state records the reload. */
export const canReload = () => (history.state as { reloaded_by?: string } | null)?.reloaded_by !== entryUrl()

export function reloadOnce(): boolean {
  if (!canReload()) return false
  history.replaceState({ ...history.state, reloaded_by: entryUrl() }, '')
  location.reload()
  return true
}

const failed = new Set<() => void>()
export function resetFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** Sets `status` on the promise as React does, so that `use` reads a settled promise without suspending. */
function readAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}

const fail = (error: unknown): never => {
  throw error
}

export function loadOnce<Value>(
  load: () => Promise<Value>,
  onFailed: (error: unknown) => Promise<never> = fail,
): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  const loadAndRecordFailure = () =>
    load().catch((error: unknown) => {
      failed.add(() => (loading = undefined))
      return onFailed(error)
    })
  return () => (loading ??= readAtOnce(loadAndRecordFailure()))
}

/** Returns a function that loads a chunk. If it fails, such as after a new release, the page reloads once. */
export const pageChunkLoader = <Module>(load: () => Promise<Module>) =>
  loadOnce(load, (error) => {
    const isLeft = !import.meta.env.SSR && reloadOnce()
    return isLeft ? new Promise<never>(() => {}) : fail(error)
  })
