import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { AdminMember, MemberOverview } from '#shared/admin/members.ts'
import { Link } from '../../app/link.tsx'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useDateFormat } from '../../app/format/dates.ts'
import { DetailsSection, Fact } from '../details.tsx'
import { useSubmit } from '../use-submit.ts'
import { memberOverviewQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

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

type Text = { to: string; title: string; is_public: boolean }

function Texts({ texts }: { texts: Text[] }) {
  const t = useTranslate()
  if (texts.length === 0) return '–'
  return (
    <ul>
      {texts.map(({ to, title, is_public }) => (
        <li key={to}>
          <Link to={to} className="inline-block py-1 text-brand underline">
            <bdi>{title}</bdi>
          </Link>{' '}
          {!is_public && <span className="chip">{t('members.overview.not_public')}</span>}
        </li>
      ))}
    </ul>
  )
}

function Subscription({ subscription }: Pick<MemberOverview, 'subscription'>) {
  const t = useTranslate()
  const date = useDateFormat()
  if (!subscription) return t('members.overview.none')
  const { plan_name, billing_period, status, auto_renew, current_period_end } = subscription
  const end = t(auto_renew ? 'members.overview.renews' : 'members.overview.ends', { date: date(current_period_end) })
  return [plan_name, t(`members.overview.periods.${billing_period}`), status, end].join(', ')
}

function OverviewFacts({ overview }: { overview: MemberOverview }) {
  const t = useTranslate()
  const { tier, access, subscription, payments, threads, comments, latest_threads, latest_comments } = overview
  return (
    <>
      <Fact name={t('members.overview.now')}>{tier}</Fact>
      <Fact name={t('members.overview.why')}>
        <Access access={access} />
      </Fact>
      <Fact name={t('members.overview.plan')}>
        <Subscription subscription={subscription} />
      </Fact>
      <Fact name={t('members.overview.payments')}>
        <Payments payments={payments} />
      </Fact>
      <Fact name={t('members.overview.threads', { count: threads })}>
        <Texts texts={latest_threads.map((text) => ({ ...text, to: forumPaths.thread(text.meta_slug) }))} />
      </Fact>
      <Fact name={t('members.overview.comments', { count: comments })}>
        <Texts
          texts={latest_comments.map((text) => ({
            ...text,
            to: forumPaths.thread(text.meta_slug, { comment: String(text.id) }),
          }))}
        />
      </Fact>
    </>
  )
}

function EmailFact({ member, onDone }: MemberFactsProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { problem, run } = useSubmit()
  const { id, email, is_email_confirmed, block } = member
  const resend = () =>
    run(
      () => send(client, 'POST', adminPaths.api.memberConfirmation(id)),
      () => onDone(t('members.overview.resent')),
    )
  return (
    <Fact name={t('members.overview.address')}>
      <bdi>{email}</bdi> {t(is_email_confirmed ? 'members.overview.confirmed' : 'members.overview.unconfirmed')}
      {!is_email_confirmed && !block && (
        <button type="button" className="button button-quiet mt-2 block" onClick={() => void resend()}>
          {t('members.overview.resend')}
        </button>
      )}
      <FormProblem text={problem} />
    </Fact>
  )
}

type MemberFactsProps = { member: AdminMember; onDone: (message: string) => void }

export function MemberFacts({ member, onDone }: MemberFactsProps) {
  const t = useTranslate()
  const date = useDateFormat()
  const { data, isError } = useQuery(memberOverviewQuery(member.id))
  return (
    <DetailsSection title={t('members.overview.title')}>
      <dl className="mt-3 divide-y divide-line border-t border-line *:py-3">
        <EmailFact member={member} onDone={onDone} />
        <Fact name={t('members.joined')}>{date(member.created_at)}</Fact>
        <Fact name={t('members.overview.language')}>{t(`languages.${member.language}`)}</Fact>
        <Fact name={t('members.overview.id')}>{member.id}</Fact>
        {data && <OverviewFacts overview={data} />}
      </dl>
      {isError && !data && <p className="text-danger">{t('members.failed')}</p>}
    </DetailsSection>
  )
}
