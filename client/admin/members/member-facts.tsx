import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { AdminMember, MemberOverview } from '#shared/admin/members.ts'
import { send } from '../../app/api.ts'
import { useDateFormat } from '../../app/format/dates.ts'
import { useErrorText } from '../../app/error-text.ts'
import { memberOverviewQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-t border-line py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Access({ access }: Pick<MemberOverview, 'access'>) {
  const t = useTranslate()
  const date = useDateFormat()
  if (access.length === 0) return t('members.overview.nothing')
  return (
    <ul>
      {access.map(({ source, tier, expires_at, is_expired }) => (
        <li key={source}>
          {t(`members.overview.${source}`)}: {t('members.tier_number', { tier })}{' '}
          {expires_at === null
            ? t('members.overview.without_end')
            : t(is_expired ? 'members.overview.ended' : 'members.overview.until', {
                date: date(expires_at),
              })}
        </li>
      ))}
    </ul>
  )
}

function Payments({ payments: { count, failed, disputed, totals } }: Pick<MemberOverview, 'payments'>) {
  const t = useTranslate()
  const facts = [
    t('members.overview.payment_count', { count }),
    ...totals.map(({ currency, paid, refunded }) => t('members.overview.paid', { currency, paid, refunded })),
    ...(failed > 0 ? [t('members.overview.failed', { count: failed })] : []),
    ...(disputed > 0 ? [t('members.overview.disputed', { count: disputed })] : []),
  ]
  return facts.join(' · ')
}

type Text = { key: string; to: string; title: string; is_public: boolean }

function Texts({ texts }: { texts: Text[] }) {
  const t = useTranslate()
  if (texts.length === 0) return '–'
  return (
    <ul>
      {texts.map(({ key, to, title, is_public }) => (
        <li key={key}>
          <Link to={to} className="inline-block py-1 text-brand underline">
            <bdi>{title}</bdi>
          </Link>{' '}
          {!is_public && <span className="chip">{t('members.overview.not_public')}</span>}
        </li>
      ))}
    </ul>
  )
}

function OverviewFacts({ overview }: { overview: MemberOverview }) {
  const t = useTranslate()
  const date = useDateFormat()
  const { tier, access, subscription, payments, threads, comments, latest_threads, latest_comments } = overview
  return (
    <>
      <Fact name={t('members.overview.now')}>{tier}</Fact>
      <Fact name={t('members.overview.why')}>
        <Access access={access} />
      </Fact>
      <Fact name={t('members.overview.plan')}>
        {subscription
          ? `${subscription.plan_name}, ${t(`members.overview.periods.${subscription.billing_period}`)}, ${subscription.status}, ${t(
              subscription.auto_renew ? 'members.overview.renews' : 'members.overview.ends',
              { date: date(subscription.current_period_end) },
            )}`
          : t('members.overview.none')}
      </Fact>
      <Fact name={t('members.overview.payments')}>
        <Payments payments={payments} />
      </Fact>
      <Fact name={t('members.overview.threads', { count: threads })}>
        <Texts
          texts={latest_threads.map((text) => ({
            ...text,
            key: text.meta_slug,
            to: forumPaths.thread(text.meta_slug),
          }))}
        />
      </Fact>
      <Fact name={t('members.overview.comments', { count: comments })}>
        <Texts
          texts={latest_comments.map((text) => ({
            ...text,
            key: String(text.id),
            to: forumPaths.thread(text.meta_slug, { comment: String(text.id) }),
          }))}
        />
      </Fact>
    </>
  )
}

export function MemberFacts({ member, onDone }: { member: AdminMember; onDone: (message: string) => void }) {
  const t = useTranslate()
  const errorText = useErrorText()
  const id = useId()
  const client = useQueryClient()
  const date = useDateFormat()
  const { data, isError } = useQuery(memberOverviewQuery(member.id))
  const [problem, setProblem] = useState('')
  const resend = () => {
    setProblem('')
    send(client, 'POST', adminPaths.api.memberConfirmation(member.id)).then(
      () => onDone(t('members.overview.resent')),
      (error: unknown) => setProblem(errorText(error)),
    )
  }
  return (
    <section aria-labelledby={id} className="card p-6">
      <h2 id={id} className="mb-3 text-xl font-bold">
        {t('members.overview.title')}
      </h2>
      <dl>
        <Fact name={t('members.overview.address')}>
          <bdi>{member.email}</bdi>{' '}
          {t(member.is_email_confirmed ? 'members.overview.confirmed' : 'members.overview.unconfirmed')}
          {!member.is_email_confirmed && !member.block && (
            <button type="button" className="button button-quiet mt-2 block" onClick={resend}>
              {t('members.overview.resend')}
            </button>
          )}
          <span role="alert" className="block text-danger empty:hidden">
            {problem}
          </span>
        </Fact>
        <Fact name={t('members.joined')}>{date(member.created_at)}</Fact>
        <Fact name={t('members.overview.language')}>{t(`languages.${member.language}`)}</Fact>
        <Fact name={t('members.overview.id')}>{member.id}</Fact>
        {data && <OverviewFacts overview={data} />}
      </dl>
      {isError && !data && <p className="text-danger">{t('members.failed')}</p>}
    </section>
  )
}
