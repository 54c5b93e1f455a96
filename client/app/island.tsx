// oxlint-disable-next-line no-restricted-imports -- the one place
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { fetchChunk, forgetFailedChunks } from './fetch-chunk.ts'
import { loadMessages } from './i18n.tsx'

type Fallbacks<Props> = {
  pending?: ReactNode
  Failed?: ComponentType<Props>
}

const ignore = () => {}

/** A part of a page in a file of its own, fetched when it is first rendered. Without it the page goes on as it is. */
export function island<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { pending, Failed }: Fallbacks<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined
  async function load() {
    const part = await fetchChunk(fetchPart)
    // Those of other parts are among them: what does not come breaks only the part that says it.
    await loadMessages().catch(ignore)
    return (loaded ??= part)
  }
  const fetchLazy = () => lazy(async () => ({ default: await load() }))
  let Later: ComponentType<Props> = fetchLazy()
  const onError = () => {
    forgetFailedChunks()
    Later = fetchLazy()
  }
  function Island(props: Props) {
    // What has been fetched before needs no turn of its own to be shown.
    const [Part] = useState(() => loaded ?? Later)
    return (
      <ErrorBoundary onError={onError} renderFallback={() => Failed && <Failed {...props} />}>
        <Suspense fallback={pending}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  /** Fetches it before it is wanted; whether that fails shows when it is. */
  const prepare = () => load().then(ignore, ignore)
  return Object.assign(Island, { prepare, isLoaded: () => loaded !== undefined })
}
