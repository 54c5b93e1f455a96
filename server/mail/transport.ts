import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { makeFolder } from '../database/data-folder.ts'
import type { Site } from '#shared/site.ts'
import type { Settings } from '../settings.ts'

/** Tells of each mail whether it was `sent` or `failed`. */
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
  close: () => void
}
type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'DATA_DIR'>

/** Together less than a job may take. */
const smtpTimeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
/** Jobs are tried again, not connections; a mail never takes in a file or an address. */
const commonOptions = { maxRequeues: 0, disableFileAccess: true, disableUrlAccess: true }

const unsubscribeHeaders = ({ unsubscribe_url }: Mail) =>
  unsubscribe_url && {
    'List-Unsubscribe': `<${unsubscribe_url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }

/** Loaded with the first mail: it holds 15 MB. */
async function createTransport(smtp_url: string | undefined): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return smtp_url
    ? nodemailer.createTransport({ url: smtp_url, pool: true, maxConnections: 2, ...smtpTimeoutsMs, ...commonOptions })
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...commonOptions })
}

/** Hands mails to SMTP_URL. Without one each becomes a file in DATA_DIR/outbox, which is named in the log. */
export function createMailer(
  settings: MailSettings,
  log: { info: (text: string) => void },
  site: Pick<Site, 'name' | 'company'>,
): Mailer {
  const outbox = join(settings.DATA_DIR, 'outbox')
  const sender = () =>
    settings.MAIL_FROM ?? { name: site.name, address: site.company.email.replace(/^.*@/, 'no-reply@') }
  let transport: Promise<Transporter> | undefined

  async function writeToOutbox({ id, written_at }: Mail, message: Buffer): Promise<void> {
    const file = join(outbox, `${written_at.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`)
    await makeFolder(outbox, 0o700)
    const unfinished = `${file}.${randomUUID()}`
    await writeFile(unfinished, message, { mode: 0o600 })
    await rename(unfinished, file)
    log.info(`No SMTP_URL is set: the mail was written to ${file}`)
  }

  async function send(mail: Mail): Promise<void> {
    const { message } = await (
      await (transport ??= createTransport(settings.SMTP_URL))
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
    send: (mail) =>
      send(mail).then(
        () => mailChannel.publish('sent'),
        (error: unknown) => {
          mailChannel.publish('failed')
          throw error
        },
      ),
    close: () => void transport?.then((open) => open.close()),
  }
}
