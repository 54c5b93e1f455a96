import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

function complaint(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0MNot now\0\0`)
  const length = Buffer.alloc(5)
  length.write('E')
  length.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([length, fields])
}

/** `pass without ends`: data arrives, the end of the connection does not. */
type Mode = 'pass' | 'pass without ends' | 'refuse' | 'silent' | { complain: string }

export async function startDatabaseProxy(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let mode: Mode = 'pass'
  const know = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((socket) => {
    know(socket)
    if (mode === 'refuse') return socket.resetAndDestroy()
    if (mode === 'silent') return
    const { complain } = mode as { complain?: string }
    if (complain) return socket.once('data', () => socket.end(complaint(complain)))
    const database = createConnection(Number(target.port), target.hostname)
    know(database)
    socket.pipe(database)
    database.pipe(socket, { end: mode !== 'pass without ends' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: address.href,
    cut,
    hush: () => {
      for (const socket of sockets) socket.pause()
    },
    become: (next: Mode) => {
      mode = next
      if (next !== 'pass') cut()
    },
    stop: () => {
      cut()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
