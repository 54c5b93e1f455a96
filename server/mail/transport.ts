import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { createFolder } from '../settings/data-folder.ts'
import type { WorkerOptions } from '../jobs.ts'
import type { Site } from '#shared/site/schema.ts'
import { createMailSlots } from './mail-slots.ts'
import { senderAddress } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'

export const mailChannel = channel('mail')

export type Mail = {
  id: string // also the Message-ID: a retry after an unknown result sends an equal one
  written_at: Date
  to: string
  subject: string
  text: string
  html: string
  unsubscribe_url?: string // URL for one-click unsubscribing (RFC 8058)
  is_bulk?: boolean
}
export type Mailer = {
  send: (mail: Mail) => Promise<void>
  worker: Required<Pick<WorkerOptions, 'concurrency' | 'expireInSeconds'>>
  close: () => void
}
type MailSettings = Pick<
  Settings,
  'SMTP_URL' | 'MAIL_FROM' | 'CONTACT_EMAIL' | 'MAILS_PER_SECOND' | 'PUBLIC_URL' | 'DATA_DIR'
>

/** Time limit of a mail job, including the wait behind slow mails. Heartbeats detect a lost server earlier. */
const expireInSeconds = 7_200
/** Timeouts. A server has ten minutes to confirm a mail (RFC 5321, 4.5.3.2); an earlier retry would send it twice. */
const smtpTimeoutsMs = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 600_000,
  idleTimeout: 20_000, // a connection idle for longer may have been closed unnoticed
}
/** Options of all transports. Jobs are retried instead of connections. Mails never include files or URLs. */
const commonOptions = { maxRequeues: 0, disableFileAccess: true, disableUrlAccess: true }

const unsubscribeHeaders = ({ unsubscribe_url }: Mail) =>
  unsubscribe_url && {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }

/** Loads nodemailer with the first mail, since it takes 15 MB. */
async function createTransport({ SMTP_URL }: MailSettings, maxConnections: number): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return SMTP_URL
    ? nodemailer.createTransport({
        url: SMTP_URL,
        pool: true,
        maxConnections,
        ...smtpTimeoutsMs,
        ...commonOptions,
      })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...commonOptions })
}

/** True if the server refuses the sender: by RFC 3463 codes 5.1.7, 5.1.8 and 5.7.x, or by words. */
const isAboutSender = (response: string) =>
  /\b5\.(7\.\d+|1\.[78])\b|sender/i.test(response) ||
  (!/\b5\.\d+\.\d+\b/.test(response) &&
    /\b4\.\d+\.\d+\b|relay|rcpthosts|auth|denied|block|black|policy|spam|spf|helo/i.test(response))
const isAboutRecipient = (response: string) => /^5\d\d[ -]5\.(1\.|2\.1\b)/.test(response)

const isRecipientRefused = (error: unknown) => {
  const { command, response = '' } = error as { command?: string; response?: string }
  const refuses = command === 'RCPT TO' ? /^55\d[ -]/.test(response) : command === 'DATA' && isAboutRecipient(response)
  return refuses && !isAboutSender(response)
}

/** Writes a mail to a file. Returns the file name. */
async function writeToOutbox(outbox: string, { id, written_at }: Mail, message: Buffer): Promise<string> {
  const file = join(outbox, `${written_at.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`)
  await createFolder(outbox, 0o700)
  const unfinished = `${file}.${randomUUID()}`
  try {
    await writeFile(unfinished, message, { mode: 0o600 })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return file
}

/** Sends mails to SMTP_URL. Without it, writes each mail to DATA_DIR/outbox and logs the file name. */
export function createMailer(
  settings: MailSettings,
  log: { info: (text: string) => void; warn: (facts: object, text: string) => void },
  site: Pick<Site, 'name'>,
  connections = 8,
): Mailer {
  const sender = () => settings.MAIL_FROM ?? { name: site.name, address: senderAddress(settings) }
  let transport: Promise<Transporter> | undefined
  const inSlot = createMailSlots({ atOnce: connections, perSecond: settings.MAILS_PER_SECOND })

  async function send(mail: Mail): Promise<void> {
    const { message } = await (
      await (transport ??= createTransport(settings, connections))
    ).sendMail({
      from: sender(),
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.written_at,
      messageId: `<${mail.id}@${new URL(settings.PUBLIC_URL).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    })
    if (settings.SMTP_URL) return
    const file = await writeToOutbox(join(settings.DATA_DIR, 'outbox'), mail, message as Buffer)
    log.info(`SMTP_URL is not set: the mail was written to ${file}`)
  }

  return {
    worker: { concurrency: connections, expireInSeconds },
    send: (mail) =>
      inSlot(() => send(mail), mail.is_bulk).then(
        () => mailChannel.publish('sent'),
        (error: unknown) => {
          if (!isRecipientRefused(error)) {
            mailChannel.publish('failed')
            throw error
          }
          mailChannel.publish('refused')
          log.warn({ err: error }, 'The mail server permanently refused the recipient: the mail is not retried')
        },
      ),
    close: () => void transport?.then((open) => open.close()),
  }
}
