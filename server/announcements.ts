import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

type Listener = {
  /** Topics that a transaction changed; called after its commit. */
  changed: (topics: string[]) => void
  /** The connection is (again) listening: what was known before may be out of date. */
  listening: () => void
  /** Nothing is heard any more. */
  lost: () => void
}

/** A silent connection counts as lost after this long, in ms; it is asked as often. */
const heartbeat = 2_000

async function listenOnce(url: string, listener: Listener, signal: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: heartbeat,
    query_timeout: heartbeat,
    keepAlive: true,
  })
  const ended = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ payload }) => listener.changed((payload ?? '').split(' ')))
  try {
    await client.connect()
    await client.query('LISTEN changed')
    listener.listening()
    const beat = setInterval(() => client.query('SELECT 1').catch(() => client.end()), heartbeat)
    await ended
    clearInterval(beat)
  } finally {
    listener.lost()
    await client.end().catch(() => {})
  }
}

/** Hears every change that is committed to the library, by whatever process; reconnects for ever. Answers the stop. */
export function followChanges(url: string, listener: Listener): () => Promise<void> {
  const stopping = new AbortController()
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce(url, listener, stopping.signal).catch(() => {})
      if (!stopping.signal.aborted) await sleep(250)
    }
  })()
  return async () => {
    stopping.abort()
    await following
  }
}
