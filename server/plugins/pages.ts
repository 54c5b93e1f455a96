import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Answers } from '../answers.ts'
import type { Settings } from '../settings.ts'
export type PageRenderer = { render: (x: unknown) => unknown }
export const pageKey = (request: FastifyRequest) => request.url
export const pages = fp<{ settings: Settings; renderer: PageRenderer | null; answers: Answers }>(async () => {})
