import { useId } from 'react'
import type { ReactNode } from 'react'
import { forumPaths } from '#shared/forum/paths.ts'
import type { ReviewAction, ReviewItem } from '#shared/forum/moderation.ts'
import { Link } from '../app/link.tsx'
import { ShortTime } from '../app/format/date-time.tsx'
import { TeamBadge } from '../app/team-badge.tsx'
import { useUnsentText } from '../app/unsent-text.ts'
import { useMemberDialog } from '../dialogs/moderate-member.tsx'
import { useTranslate } from './messages.ts'

const buttonClasses: Record<ReviewAction, string> = {
  publish: '',
  reject: 'button-danger button-quiet',
  dismiss: '',
  remove: 'button-danger button-quiet',
}

function Badge({ children, isWarning = false }: { children: ReactNode; isWarning?: boolean }) {
  return <span className={`chip font-medium ${isWarning ? 'bg-warning' : ''}`}>{children}</span>
}

function Badges({ item }: { item: ReviewItem }) {
  const t = useTranslate()
  const waits = item.edit ? 'edited' : item.kind === 'thread' ? 'on_moderation' : 'held'
  return (
    <p className="flex flex-wrap gap-1.5">
      <Badge>{t(`list.kinds.${item.kind}`)}</Badge>
      {item.is_pending && <Badge>{t(`list.${waits}`)}</Badge>}
      {item.reports.length > 0 && <Badge isWarning>{t('list.reported', { count: item.reports.length })}</Badge>}
      {item.is_hidden && <Badge isWarning>{t('list.hidden')}</Badge>}
    </p>
  )
}

type TextProps = { label: string; title: string | null; html: string }

function Text({ label, title, html }: TextProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line p-4">
      <h3 className="text-sm font-semibold text-muted">{label}</h3>
      {title !== null && (
        <p className="mt-2 font-bold wrap-anywhere" dir="auto">
          {title}
        </p>
      )}
      <div className="prose mt-2 *:last:mb-0" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}

/** Shows the pending changes of a published text as a diff. */
function Edit({ edit, former }: { edit: NonNullable<ReviewItem['edit']>; former: Omit<TextProps, 'label'> }) {
  const t = useTranslate()
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-2">
      <Text label={t('list.former')} {...former} />
      <Text label={t('list.edit')} {...edit} />
    </div>
  )
}

function Reports({ reports }: Pick<ReviewItem, 'reports'>) {
  const t = useTranslate()
  return (
    <section className="mt-4 rounded-lg bg-warning p-4">
      <h3 className="font-semibold">{t('list.reports')}</h3>
      <ul className="mt-2 grid gap-3">
        {reports.map(({ id, reason, reporter, created_at }) => (
          <li key={id}>
            <p dir="auto" className="whitespace-pre-line">
              {reason || t('list.no_reason')}
            </p>
            <p className="text-sm">
              <bdi>{reporter?.username ?? t('list.removed_account')}</bdi>, <ShortTime at={created_at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Note of the moderator, stored on the device until the item is decided. */
function Note({ item }: { item: ReviewItem }) {
  const t = useTranslate()
  const id = useId()
  const note = useUnsentText(item.key)
  const isForAuthor = item.edit !== null || (item.kind === 'thread' && item.is_pending)
  const names = t('note.names')
  return (
    <div className="mt-5">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {isForAuthor ? t('note.for_author') : t('note.for_log')}
      </label>
      <textarea
        id={id}
        className="field"
        rows={2}
        maxLength={1000}
        value={note.text}
        onChange={({ target }) => note.change(target.value)}
        onKeyDown={({ key, currentTarget }) =>
          key === 'Escape' && currentTarget.closest<HTMLElement>('[data-review]')?.focus()
        }
      />
      {isForAuthor && (
        <fieldset className="mt-2 flex flex-wrap gap-2">
          <legend className="mb-1 text-sm text-muted">{t('note.ready')}</legend>
          {t('note.texts').map((text, at) => (
            <button
              key={text}
              type="button"
              className="button button-quiet px-3 font-medium"
              title={text}
              aria-pressed={note.text === text}
              onClick={() => note.change(text)}
            >
              {names[at]}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Button that holds or silences the author. The server refuses it for team members. */
function ModerateAuthor({ username }: { username: string }) {
  const t = useTranslate()
  const { dialog, open } = useMemberDialog(username)
  return (
    <p className="mt-4 text-sm">
      <button type="button" className="text-brand underline" aria-haspopup="dialog" onClick={open}>
        {t('list.moderate', { username })}
      </button>
      {dialog}
    </p>
  )
}

type CardProps = { item: ReviewItem; onAct: (action: ReviewAction) => void }

export function ReviewCard({ item, onAct }: CardProps) {
  const t = useTranslate()
  const id = useId()
  const { kind, thread, comment_id, author, actions } = item
  const address = forumPaths.thread(thread.meta_slug, comment_id === null ? {} : { comment: comment_id })
  const username = author?.username ?? t('list.removed_account')
  return (
    <article data-review={item.key} tabIndex={-1} aria-labelledby={id} className="review">
      <Badges item={item} />
      <h2 id={id} dir="auto" className="mt-2 text-xl font-bold">
        <Link to={address} className="text-text underline decoration-line underline-offset-4 hover:text-brand">
          {kind === 'thread' ? thread.title : t('list.comment_in', { title: thread.title })}
        </Link>
      </h2>
      <p className="mt-1 text-sm text-muted">
        {thread.section.name} · <bdi>{t('list.by', { username })}</bdi> {author?.is_team && <TeamBadge />} ·{' '}
        <ShortTime at={item.waiting_since} />
      </p>
      {item.edit ? (
        <Edit edit={item.edit} former={{ title: kind === 'thread' ? thread.title : null, html: item.body_html }} />
      ) : (
        <div className="prose mt-4" dir="auto" dangerouslySetInnerHTML={{ __html: item.body_html }} />
      )}
      {item.reports.length > 0 && <Reports reports={item.reports} />}
      {actions.length === 0 ? (
        <p className="mt-5 text-muted">{t('list.own')}</p>
      ) : (
        <>
          <Note item={item} />
          <p className="mt-4 flex flex-wrap gap-3">
            {actions.map((action) => (
              <button
                key={action}
                type="button"
                className={`button ${buttonClasses[action]}`}
                onClick={() => onAct(action)}
              >
                {t(`actions.${action}`)}
              </button>
            ))}
          </p>
        </>
      )}
      {author && !author.is_team && <ModerateAuthor username={author.username} />}
    </article>
  )
}
