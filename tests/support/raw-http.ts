import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawAnswer = { status: number; headers: Record<string, string[]>; body: string }

export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers: Record<string, string[]> = {}
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(':')).toLowerCase()
      headers[name] = [...(headers[name] ?? []), line.slice(line.indexOf(':') + 1).trim()]
    }
    const length = Number(headers['content-length']?.[0] ?? 0)
    answers.push({
      status: Number(first.split(' ')[1]),
      headers,
      body: Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString(),
    })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** Sends raw bytes over a connection and returns all responses. */
export async function sendRaw(of: FastifyInstance, text: string): Promise<RawAnswer[]> {
  const { port } = of.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
  socket.write(text, 'latin1')
  await closed
  return answersIn(Buffer.concat(chunks).toString('latin1'))
}

export async function askRaw(of: FastifyInstance, line: string, headers = ['Host: library.test']): Promise<RawAnswer> {
  const [answer] = await sendRaw(of, `${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  if (!answer) throw new Error(`${line} was not answered.`)
  return answer
}
