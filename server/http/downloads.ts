import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const csvType = 'text/csv; charset=utf-8; header=present'

type File = { name: string; type: string; lines: AsyncIterable<string> }

export const sendFile = (reply: FastifyReply, { name, type, lines }: File) =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(Readable.from(lines))

export const sendCsv = (reply: FastifyReply, name: string, lines: AsyncIterable<string>) =>
  sendFile(reply, { name, type: csvType, lines })
