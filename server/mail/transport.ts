import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import { makeFolder } from '../database/data-folder.ts'
import type { Site } from '#shared/site/schema.ts'
import { senderAddress } from '../settings/settings.ts'
import type { Settings } from '../settings/settings.ts'

/** Tells of each mail whether it was `sent`, `refused` for good, or `failed` and will be tried again. */
export const mailChannel = channel('mail')

export type Mail = {
  /** The same for a mail that is sent again, because nobody knows whether it arrived. */
  id: string
  written_at: Date
  to: string
  subject: string
  text: string
  html: string
  /** Where mail programs end such mails by one POST (RFC 8058). */
  unsubscribe_url?: string
}
export type Mailer = {
  send: (mail: Mail) => Promise<void>
  /** How many mails of a kind it takes at once. */
  concurrency: number
  close: () => void
}
type MailSettings = Pick<
  Settings,
  'SMTP_URL' | 'MAIL_FROM' | 'CONTACT_EMAIL' | 'MAIL_CONNECTIONS' | 'MAILS_PER_SECOND' | 'PUBLIC_URL' | 'DATA_DIR'
>

/** Together less than a job may take. */
const smtpTimeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Jobs are tried again, not connections; a mail never takes in a file or an address. */
const commonOptions = { maxRequeues: 0, disableFileAccess: true, disableUrlAccess: true }

const unsubscribeHeaders = ({ unsubscribe_url }: Mail) =>
  unsubscribe_url && {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }

/** Lets one through at a time, so many a second; 0: all at once. */
function createPace(perSecond: number): () => Promise<void> {
  let nextAt = 0
  return async () => {
    if (perSecond === 0) return
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + 1_000 / perSecond
    await sleep(at - now)
  }
}

/** Loaded with the first mail: it holds 15 MB. */
async function createTransport({ SMTP_URL, MAIL_CONNECTIONS }: MailSettings): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return SMTP_URL
    ? nodemailer.createTransport({
        url: SMTP_URL,
        pool: true,
        maxConnections: MAIL_CONNECTIONS,
        ...smtpTimeoutsMs,
        ...commonOptions,
      })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...commonOptions })
}

/**
 * The mail server knows that nobody has the address (RFC 3463: 5.1.x; without such a code RFC 5321's 550), so that another
 * try would end alike. That it does not take mails of ours is another thing, which an operator mends.
 */
const isNoAddress = (error: unknown) => {
  const { command, response = '' } = error as { command?: string; response?: string }
  return command === 'RCPT TO' && /^5\d\d[ -]5\.1\.\d|^55[013][ -](?!\d\.\d|.*relay)/i.test(response)
}

/** Hands mails to SMTP_URL. Without one each becomes a file in DATA_DIR/outbox, which is named in the log. */
export function createMailer(
  settings: MailSettings,
  log: { info: (text: string) => void; warn: (facts: object, text: string) => void },
  site: Pick<Site, 'name'>,
): Mailer {
  const outbox = join(settings.DATA_DIR, 'outbox')
  const sender = () => settings.MAIL_FROM ?? { name: site.name, address: senderAddress(settings) }
  let transport: Promise<Transporter> | undefined
  const pace = createPace(settings.MAILS_PER_SECOND)

  async function writeToOutbox({ id, written_at }: Mail, message: Buffer): Promise<void> {
    const file = join(outbox, `${written_at.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`)
    await makeFolder(outbox, 0o700)
    const unfinished = `${file}.${randomUUID()}`
    try {
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, file)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    log.info(`No SMTP_URL is set: the mail was written to ${file}`)
  }

  async function send(mail: Mail): Promise<void> {
    await pace()
    const { message } = await (
      await (transport ??= createTransport(settings))
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
    if (!settings.SMTP_URL) await writeToOutbox(mail, message as Buffer)
  }

  return {
    concurrency: settings.MAIL_CONNECTIONS,
    send: (mail) =>
      send(mail).then(
        () => mailChannel.publish('sent'),
        (error: unknown) => {
          if (!isNoAddress(error)) {
            mailChannel.publish('failed')
            throw error
          }
          mailChannel.publish('refused')
          log.warn({ err: error }, 'The mail server knows no such address: the mail is not tried again')
        },
      ),
    close: () => void transport?.then((open) => open.close()),
  }
}
