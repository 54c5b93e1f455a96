import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ImportParams, ImportQuery, ImportRun, ImportRuns, maxImportBytes } from '#shared/library-import.ts'
import { Problem } from '#shared/problem.ts'
import { databaseUrl } from '../db.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { getImport, listImports, readRejections, runImport, startImport } from './imports.ts'

const ndjson = 'application/x-ndjson'
const lines = `${ndjson}; charset=utf-8`
const linesOf = (description: string) => ({ description, content: { [ndjson]: { schema: z.string() } } })
const { 400: _badRequest, ...withoutInput } = adminProblemResponses
const asFile = (name: string) => `attachment; filename="${name}"`

/** Import with a trial, and export, as the command line does them. */
export const libraryImportRoutes: FastifyPluginAsyncZod = async (app) => {
  const startingOf = (request: Parameters<typeof viewerOf>[0]) => ({ jobs: app.jobs, editor: viewerOf(request) })

  await app.register(async (upload) => {
    upload.removeAllContentTypeParsers()
    // The route reads it as it comes.
    upload.addContentTypeParser('*', { bodyLimit: maxImportBytes }, (_request, payload, done) => done(null, payload))
    upload.post(
      '/import/',
      {
        ...adminRoute,
        bodyLimit: maxImportBytes,
        schema: {
          ...describeAdmin(
            'Takes the bytes of a file, newline-delimited JSON or CSV, and imports it in the background, or tries to',
          ),
          querystring: ImportQuery,
          response: { 202: ImportRun, ...adminProblemResponses, 409: Problem, 413: Problem },
        },
      },
      async (request, reply) => {
        const body = (request.body ?? Readable.from([])) as AsyncIterable<Buffer>
        return reply.code(202).send(await startImport(startingOf(request), request.query as ImportQuery, body))
      },
    )
  })

  app.get(
    '/import/',
    {
      ...adminRoute,
      schema: { ...describeAdmin('The latest imports'), response: { 200: ImportRuns, ...withoutInput } },
    },
    async () => listImports(),
  )
  app.get(
    '/import/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('How far an import is, and what it has found'),
        params: ImportParams,
        response: { 200: ImportRun, ...adminProblemResponses, 404: Problem },
      },
    },
    async ({ params }) => getImport(params.id),
  )
  app.post(
    '/import/:id/run/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Imports the file of a trial for good'),
        params: ImportParams,
        response: { 202: ImportRun, ...adminProblemResponses, 404: Problem, 409: Problem },
      },
    },
    async (request, reply) => reply.code(202).send(await runImport(startingOf(request), request.params.id)),
  )
  app.get(
    '/import/:id/rejected/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The lines that could not be taken, with the reasons, as newline-delimited JSON'),
        params: ImportParams,
        response: { 200: linesOf('A line each'), ...adminProblemResponses, 404: Problem },
      },
    },
    async ({ params }, reply) => {
      const { id } = await getImport(params.id)
      reply.type(lines).header('content-disposition', asFile('rejected.ndjson'))
      return reply.send(Readable.from(readRejections(id)) as unknown as string)
    },
  )
  app.get(
    '/export/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The whole library as of one moment, in the shape that an import reads'),
        response: { 200: linesOf('An item a line'), ...withoutInput },
      },
    },
    async (_request, reply) => {
      const { exportLibrary } = await import('./export.ts')
      reply.type(lines).header('content-disposition', asFile('library.ndjson'))
      return reply.send(Readable.from(exportLibrary(databaseUrl)) as unknown as string)
    },
  )
}
