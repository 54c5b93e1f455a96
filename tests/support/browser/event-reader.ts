import { Agent, get } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { until } from '../postgres/database.ts'

export type EventReader = {
  status: number
  headers: IncomingHttpHeaders
  text: () => string
  events: () => { event: string; data: unknown }[]
  isOver: () => boolean
  isWhole: () => boolean
  close: () => void
  socket: Socket
}

export const originOf = (of: FastifyInstance) => `http://127.0.0.1:${(of.server.address() as AddressInfo).port}`

export function openEvents(
  of: FastifyInstance,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = get(originOf(of) + path, { agent: new Agent(), headers }, (response) => {
      let text = ''
      let isOver = false
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('close', () => (isOver = true)).on('error', () => {})
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events: () =>
          [...text.matchAll(/event: (.*)\ndata: (.*)\n\n/g)].map(([, event = '', data = '']) => ({
            event,
            data: JSON.parse(data) as unknown,
          })),
        isOver: () => isOver,
        isWhole: () => response.complete,
        close: () => request.destroy(),
        socket: response.socket,
      })
    })
    request.on('error', reject)
  })
}

export const eventsUntil = (reader: EventReader, count: number) => until(() => reader.events().length >= count)
