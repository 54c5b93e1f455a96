import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { readMail } from './mail-reading.ts'
import type { ReadMail } from './mail-reading.ts'

export type MailServer = {
  url: string
  port: number
  mails: ReadMail[]
  recipients: string[]
  stop: () => Promise<void>
}

type MailServerOptions = { port?: number; pause?: number | null; refusal?: string; refused?: string }

/** SMTP server. Commands that start with `refused` get `refusal`; `pause`: ms until a mail is accepted, null: never. */
export async function startMailServer({
  port = 0,
  pause = 0,
  refusal,
  refused = 'RCPT',
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReadMail[] = []
  const recipients: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let received = ''
    let isData = false
    const take = (message: string) => {
      isData = false
      if (refusal && refused === 'message') return say(refusal)
      mails.push(readMail(message.replaceAll('\r\n..', '\r\n.')))
      if (pause !== null) setTimeout(() => say('250 taken'), pause)
    }
    const answer = (command: string) => {
      if (command.startsWith('RCPT')) recipients.push(command)
      if (refusal && command.startsWith(refused)) return say(refusal)
      isData = command === 'DATA'
      if (command.startsWith('EHLO')) return say('250-fine\r\n250 AUTH PLAIN')
      say(isData ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 fine')
    }
    socket.on('data', (bytes) => {
      received += bytes.toString()
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = received.indexOf(end)
        if (at < 0) return
        const chunk = received.slice(0, at)
        received = received.slice(at + end.length)
        if (isData) take(chunk)
        else answer(chunk)
      }
    })
    say('220 ready')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const actualPort = (server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    mails,
    recipients,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
