import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Site } from '#shared/site/schema.ts'
import { skipCompression } from './skip-compression.ts'
import { swaggerStyles } from './swagger-styles.ts'

const hidden = { schema: { hide: true, response: { 200: z.any() } } }

const pagePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Hides Swagger's logo. Styles show the site's icon there, which admins can change. */
const blankLogo = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>'

const metadata = { name: 'openapi', dependencies: ['response-cache'] }

type OpenApiOptions = { site: Pick<Site, 'name' | 'url'>; siteTag: string }

export const openapi = fp<OpenApiOptions>(async (app, { site, siteTag }) => {
  const { name: title, url } = site
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version: '1',
        description:
          'Paths end in a slash, JSON is snake_case, times are ISO 8601 in UTC. Texts are stored in Unicode NFC with "\\n" as line end, and measured so.',
      },
      servers: [{ url }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
  })
  await app.register(async (docs) => {
    docs.addHook('onRequest', skipCompression)
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      transformStaticCSP: () => pagePolicy,
      staticCSP: true,
      theme: { title, css: [{ filename: 'site.css', content: swaggerStyles }], favicon: [] },
      logo: { type: 'image/svg+xml', content: blankLogo, href: '/' },
    })
  })
  app.get('/api/openapi.json', hidden, async (_request, reply) => {
    reply.cacheTags([siteTag])
    const document = app.swagger()
    return { ...document, info: { ...document.info, title: site.name } }
  })
}, metadata)
