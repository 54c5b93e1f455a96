import { setTimeout as sleep } from 'node:timers/promises'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from './site.ts'

type Log = { served: number; failures: string[] }
export type Visit = { reads: Log; writes: Log; streams: Log; acknowledged: number[] }
type Visitors = { site: Site; token: string; meta_slug: string }

const note = async (log: Log, expectedStatus: number, request: () => Promise<{ status: number; text?: string }>) => {
  const { status, text = '' } = await request().catch((error: Error) => ({ status: 0, text: error.message }))
  if (status === expectedStatus) log.served += 1
  else {
    log.failures.push(status === 0 ? text : String(status))
    await sleep(50)
  }
  return status === expectedStatus ? text : ''
}

const [readers, writers] = [12, 4]

export function startVisitors({ site, token, meta_slug }: Visitors) {
  const visit: Visit = {
    reads: { served: 0, failures: [] },
    writes: { served: 0, failures: [] },
    streams: { served: 0, failures: [] },
    acknowledged: [],
  }
  const leaving = new AbortController()
  const { signal } = leaving

  async function read(reader: number, asset: string) {
    const agent = site.newAgent()
    for (let n = 0; !signal.aborted; n++) {
      const search = paths.api.promptSearch({ q: `list ${reader} ${n}` })
      const path = [paths.home, search, paths.library, asset][(reader + n) % 4] ?? ''
      await note(visit.reads, 200, () => site.ask(path, { agent: reader % 2 === 0 ? agent : site.newAgent() }))
    }
    agent.destroy()
  }

  async function write(writer: number) {
    for (let n = 0; !signal.aborted; n++) {
      const body = { body: `Comment ${n} of writer ${writer} at ${Date.now()}.`, typing_ms: 9_000 }
      const path = forumPaths.api.comments(meta_slug)
      const text = await note(visit.writes, 201, () => site.ask(path, { body, token }))
      if (text) visit.acknowledged.push((JSON.parse(text) as { id: number }).id)
      await sleep(20)
    }
  }

  async function listen() {
    while (!signal.aborted)
      await note(visit.streams, 200, async () => {
        const stream = await site.open(forumPaths.api.threadEvents(meta_slug), { agent: site.newAgent() })
        signal.addEventListener('abort', () => stream.destroy())
        if (stream.statusCode === 200)
          await new Promise((resolve) => stream.resume().once('close', resolve).once('error', resolve))
        else stream.resume()
        return { status: stream.statusCode ?? 0 }
      }).then(() => sleep(100))
  }

  const working = site.ask(paths.home).then(({ text }) => {
    const asset = /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? paths.home
    return Promise.all([
      ...Array.from({ length: readers }, (_, at) => read(at, asset)),
      ...Array.from({ length: writers }, (_, at) => write(at)),
      ...Array.from({ length: 4 }, listen),
    ])
  })
  return {
    visit,
    stop: async () => {
      leaving.abort()
      await working
      return visit
    },
  }
}
