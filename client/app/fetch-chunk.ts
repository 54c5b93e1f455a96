import { whenReachable } from './connection.ts'

/** Imports a file of the build; without a connection it waits for one. */
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

/** Whether the address was not loaded anew yet for a failure of this build; the history knows, where no storage is too. */
export const canReload = () => (history.state as { reloaded_by?: string } | null)?.reloaded_by !== entryUrl()

/** Loads the address in full, which brings the server's present build: once for each build and step of the history. */
export function reloadOnce(): boolean {
  if (!canReload()) return false
  history.replaceState({ ...history.state, reloaded_by: entryUrl() }, '')
  location.reload()
  return true
}

const failed = new Set<() => void>()
export function forgetFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** Notes on a promise, as React itself does, what it came to: who uses it later need not wait for a turn. */
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

/** Loads once; what failed stays failed until it is forgotten. */
export function once<Value>(
  load: () => Promise<Value>,
  onFailed: (error: unknown) => Promise<never> = fail,
): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  const loadOrNote = () =>
    load().catch((error: unknown) => {
      failed.add(() => (loading = undefined))
      return onFailed(error)
    })
  return () => (loading ??= readAtOnce(loadOrNote()))
}

/** What a page cannot do without, loaded once; where the build that named it is gone, the page is loaded anew. */
export const pageChunk = <Module>(load: () => Promise<Module>) =>
  once(load, (error) => {
    // A page that is being left shows no failure any more.
    const isLeft = !import.meta.env.SSR && reloadOnce()
    return isLeft ? new Promise<never>(() => {}) : fail(error)
  })
