import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { ImportParams, ImportQuery, ImportRun, ImportRuns, maxImportBytes } from '#shared/admin/import.ts'
import { addExportAuditEntry } from '../editing/audit.ts'
import { sendFile } from '../http/downloads.ts'
import { addRoutes, route } from '../http/route.ts'
import type { MemberRequest } from '../http/route.ts'
import { getImport, listImports, readRejections, runAfterDryRun, startImport } from './import-runs.ts'

const ndjson = 'application/x-ndjson'
const lines = `${ndjson}; charset=utf-8`
const linesOf = (description: string) => ({ description, content: { [ndjson]: { schema: z.string() } } })
const startingOf = ({ server, viewer }: MemberRequest) => ({ jobs: server.jobs, editor: viewer })

const upload: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  // The route reads the body as a stream, with any content type.
  app.addContentTypeParser('*', { bodyLimit: maxImportBytes }, (_request, payload, done) => done(null, payload))
  addRoutes(app, [
    route('POST', '/import/', {
      summary:
        'Takes the bytes of a file, newline-delimited JSON or CSV, and imports it in the background, or tries to',
      auth: 'library.write',
      bodyLimit: maxImportBytes,
      querystring: ImportQuery,
      answers: { 202: ImportRun },
      problems: [409, 413],
      handler: (request) => {
        const body = (request.body ?? Readable.from([])) as AsyncIterable<Buffer>
        return startImport(startingOf(request), request.query, body)
      },
    }),
  ])
}

const table = [
  route('GET', '/import/', {
    summary: 'The latest imports',
    auth: 'library.read',
    answers: { 200: ImportRuns },
    handler: () => listImports(),
  }),
  route('GET', '/import/:id/', {
    summary: 'How far an import is, and what it has found',
    auth: 'library.read',
    params: ImportParams,
    answers: { 200: ImportRun },
    handler: ({ params }) => getImport(params.id),
  }),
  route('POST', '/import/:id/run/', {
    summary: 'Imports the file of a trial for good',
    auth: 'library.write',
    params: ImportParams,
    answers: { 202: ImportRun },
    problems: [409],
    handler: (request) => runAfterDryRun(startingOf(request), request.params.id),
  }),
  route('GET', '/import/:id/rejected/', {
    summary: 'The lines that could not be taken, with the reasons, as newline-delimited JSON',
    auth: 'library.read',
    params: ImportParams,
    answers: { 200: linesOf('A line each') },
    handler: async ({ params }, reply) => {
      const { id } = await getImport(params.id)
      return sendFile(reply, { name: 'rejected.ndjson', type: lines, lines: readRejections(id) })
    },
  }),
  route('GET', '/export/', {
    summary: 'The whole library as of one moment, in the shape that an import reads',
    auth: 'library.read',
    answers: { 200: linesOf('An item a line') },
    handler: async ({ viewer }, reply) => {
      const { exportLibrary } = await import('./export.ts')
      await addExportAuditEntry(viewer.id, 'library')
      return sendFile(reply, { name: 'library.ndjson', type: lines, lines: exportLibrary() })
    },
  }),
]

export const libraryImportRoutes: FastifyPluginAsync = async (app) => {
  await app.register(upload)
  addRoutes(app, table)
}
