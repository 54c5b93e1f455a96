// oxlint-disable-next-line no-restricted-imports -- the one place
import { lazy, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { fetchChunk, resetFailedChunks } from './fetch-chunk.ts'
import { loadMessages } from './i18n.tsx'

type Fallbacks<Props> = {
  pending?: ReactNode
  Failed?: ComponentType<Props>
}

const ignore = () => {}

/** Part of a page in a chunk of its own, loaded when it first renders. If loading fails, the page works without it. */
export function island<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  { pending, Failed }: Fallbacks<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined
  async function load() {
    const part = await fetchChunk(fetchPart)
    // The messages may belong to other parts of the page, so their error is ignored.
    await loadMessages().catch(ignore)
    return (loaded ??= part)
  }
  const fetchLazy = () => lazy(async () => ({ default: await load() }))
  let LazyPart: ComponentType<Props> = fetchLazy()
  const onError = () => {
    resetFailedChunks()
    LazyPart = fetchLazy()
  }
  function Island(props: Props) {
    const [Part] = useState(() => loaded ?? LazyPart)
    return (
      <ErrorBoundary onError={onError} renderFallback={() => Failed && <Failed {...props} />}>
        <Suspense fallback={pending}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  const prepare = () => load().then(ignore, ignore)
  return Object.assign(Island, { prepare, isLoaded: () => loaded !== undefined })
}
