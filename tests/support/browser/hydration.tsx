import type { QueryClient } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { App } from '../../../client/start/app.tsx'
import { addPageQueries } from '../../../client/app/reset-queries.ts'
import { SiteRouter } from '../../../client/app/site-router.tsx'
import { SiteRoot } from '../../../client/app/site-root.tsx'
import { answersForMember, createClient, loadPage, ok, signInAs, site } from './page.tsx'
import type { Answers } from './page.tsx'

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
const maxTurns = 2_000
const maxIdleTurns = 10

type Hydrating = {
  answers: Answers
  browser?: Answers
  member: NonNullable<Parameters<typeof signInAs>[0]>
  at: number
  change: (client: QueryClient) => void
}

/** React's clock runs fast, so that each task renders little, like on a slow machine. */
function slowReact() {
  let [now, readings] = [performance.now(), 0]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    readings++
    return (now += 0.4)
  })
  return { readings: () => readings, restore: () => clock.mockRestore() }
}

/** Hydrates the visitor's page for a member step by step. Returns the hydration errors. */
export async function hydratePage(path: string, { answers, browser, member, at, change }: Hydrating) {
  history.replaceState(null, '', path)
  const servers = createClient(answers)
  const outcome = await loadPage(servers.client, 'en')
  const queries = servers.client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  const app = (client: QueryClient) => <App client={client} site={site} locale="en" outcome={outcome} />
  const known = queries.map(({ queryKey, state }) => ({ key: queryKey, data: structuredClone(state.data) as object }))
  const container = document.createElement('div')
  container.innerHTML = renderToString(
    <SiteRoot locale="en">
      <StaticRouter location={path}>{app(servers.client)}</StaticRouter>
    </SiteRoot>,
  )
  document.body.append(container)

  signInAs(member)
  const { client } = createClient({
    [notificationPaths.api.count]: ok({ unread: 0 }),
    ...answersForMember(member),
    ...answers,
    ...browser,
  })
  addPageQueries(client, known)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const clock = slowReact()
  const complaints: unknown[] = []
  const root = hydrateRoot(
    container,
    <SiteRoot locale="en">
      <SiteRouter>{app(client)}</SiteRouter>
    </SiteRoot>,
    { onRecoverableError: (error) => void complaints.push(error) },
  )
  let turns = 0
  for (let idle = 0; idle < maxIdleTurns && turns < maxTurns; turns++) {
    if (turns === at) change(client)
    const before = clock.readings()
    await turn()
    idle = clock.readings() === before ? idle + 1 : 0
  }
  root.unmount()
  clock.restore()
  container.remove()
  vi.unstubAllGlobals()
  for (const one of [client, servers.client]) one.clear()
  localStorage.clear()
  return { complaints, turns }
}
