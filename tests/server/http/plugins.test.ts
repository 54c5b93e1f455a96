import { glob, readFile } from 'node:fs/promises'
import fastify from 'fastify'
import type { FastifyPluginCallback } from 'fastify'
import { describe, expect, test } from 'vitest'
import { featureRoutes } from '../../../server/routes.ts'
import { rateLimits } from '../../../server/http/request-limits.ts'
import { acceptAnyBody, requestContext } from '../../../server/http/request.ts'
import { openapi } from '../../../server/http/openapi.ts'
import { pages } from '../../../server/pages/pages.ts'
import { problems } from '../../../server/http/problems.ts'
import { app, openApp } from '../../support/app.ts'

await openApp()

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
const texts: string[] = []
for await (const file of glob('server/**/*.ts')) texts.push(await readFile(file, 'utf8'))
const plugins = texts.filter((text) => text.includes("from 'fastify-plugin'")).join('\n')
const names = [...plugins.matchAll(/(?:etadata = |^  )\{\s*name: '([a-z-]+)'/gm)].map(([, name]) => name)

describe('a plugin of the whole server', () => {
  test('has a unique name', () => {
    expect(names.length).toBeGreaterThan(10)
    expect(countOf(plugins, /\bfp[<(]/g)).toBe(names.length)
    expect(new Set(names).size).toBe(names.length)
  })

  test('may need a minute to start', () => {
    expect(app.initialConfig.pluginTimeout).toBe(60_000)
  })

  test.each<[string, unknown]>([
    ['problems', problems],
    ['rate-limits', rateLimits],
    ['request', requestContext],
    ['any-body', acceptAnyBody],
    ['openapi', openapi],
    ['pages', pages],
    ['routes', featureRoutes],
  ])('%s does not start before the plugins that it depends on', async (name, plugin) => {
    const starting = fastify()
      .register(plugin as FastifyPluginCallback)
      .ready()
    await expect(starting).rejects.toMatchObject({ code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
    await expect(starting).rejects.toThrow(`of plugin '${name}' is not registered`)
  })
})
