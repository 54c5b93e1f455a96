import { forumPaths } from '#shared/forum/paths.ts'
import { isActivity } from '#shared/forum/notifications.ts'
import type { Locale } from '#shared/locale.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { greetingFor } from '../mail/greet.ts'
import type { Letter } from '../mail/letter.ts'
import { preventAutolinks } from '../mail/prevent-autolinks.ts'
import { translate } from '../translate.ts'
import type { MailItem, NotificationMail } from './notification-mails.ts'
import type { UnsubscribeScope } from './unsubscribe.ts'

type Facts = { site: Pick<Site, 'name' | 'url'>; token: string; isDigest: boolean }

/** Returns which kinds of mail the unsubscribe link ends: the kinds in this mail. */
export function unsubscribeScopeOf({ items }: Pick<NotificationMail, 'items'>): UnsubscribeScope {
  const endings = new Set(items.map(({ kind }) => (isActivity(kind) ? 'activity' : 'moderation')))
  const [first = 'all', ...others] = endings
  return others.length === 0 ? first : 'all'
}

const addressOf = ({ kind, thread, comment_id }: MailItem) =>
  thread && kind !== 'thread_removed'
    ? forumPaths.thread(thread.meta_slug, { comment: comment_id ?? undefined })
    : forumPaths.forum()

const paramsOf = (locale: Locale, { actor, thread, ends_at }: MailItem) => ({
  name: actor === null ? translate(locale, 'notification.somebody') : preventAutolinks(actor),
  title: preventAutolinks(thread?.title ?? ''),
  until: ends_at
    ? `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(ends_at)} UTC`
    : '',
})

const kindsWithoutThread = {
  report_handled: 'report_closed',
  thread_removed: 'thread_gone',
  comment_removed: 'comment_gone',
} as const
const textOf = ({ kind, thread }: MailItem) =>
  thread ? kind : (kindsWithoutThread[kind as keyof typeof kindsWithoutThread] ?? kind)

function renderItem(item: MailItem, locale: Locale, site: Facts['site']) {
  const kind = textOf(item)
  const params = paramsOf(locale, item)
  return {
    subject: translate(locale, `notification.mails.${kind}.subject`, params),
    text: translate(locale, `notification.mails.${kind}.text`, params),
    link: { label: translate(locale, `notification.mails.${kind}.label`), url: site.url + addressOf(item) },
  }
}

function footOf(locale: Locale, { site, token, isDigest }: Facts): Pick<Letter, 'note' | 'links'> {
  return {
    note: translate(locale, isDigest ? 'notification.daily_note' : 'notification.note', {
      site: site.name,
    }),
    links: [
      { label: translate(locale, 'notification.settings'), url: site.url + notificationPaths.settings },
      {
        label: translate(locale, 'notification.unsubscribe'),
        url: site.url + notificationPaths.unsubscribe(token),
      },
    ],
  }
}

function digestOf({ reader, items, total }: NotificationMail, facts: Facts): Letter {
  const locale = reader.language
  const { site } = facts
  const more = total - items.length
  return {
    locale,
    subject: translate(locale, 'notification.digest.subject', { count: total, site: site.name }),
    greeting: greetingFor(locale, reader),
    text: translate(locale, 'notification.digest.text'),
    items: items.map((item) => {
      const { text, link } = renderItem(item, locale, site)
      return { text, link, quote: item.note }
    }),
    more: more > 0 ? translate(locale, 'notification.digest.more', { count: more }) : undefined,
    action: { label: translate(locale, 'notification.digest.label'), url: site.url + forumPaths.forum() },
    ...footOf(locale, facts),
  }
}

/** Mail with one notification or a digest. Names and titles are plain text without links. */
export function notificationLetter(mail: NotificationMail, facts: Facts): Letter {
  const [item] = mail.items
  if (facts.isDigest || !item) return digestOf(mail, facts)
  const { reader } = mail
  const { subject, text, link } = renderItem(item, reader.language, facts.site)
  return {
    locale: reader.language,
    subject,
    greeting: greetingFor(reader.language, reader),
    text,
    quote: item.note,
    action: link,
    ...footOf(reader.language, facts),
  }
}
