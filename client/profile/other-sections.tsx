import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useViewer } from '../app/viewer.ts'
import { useTranslate } from './messages.ts'

type EmptyProps = { text: string; link: string; to: string }

function Empty({ text, link, to }: EmptyProps) {
  return (
    <div className="card mt-4 p-8 text-center">
      <p className="text-muted">{text}</p>
      <p className="mt-4">
        <Link to={to} className="button button-quiet">
          {link}
        </Link>
      </p>
    </div>
  )
}

export function SavedNews() {
  const t = useTranslate()
  return (
    <section>
      <h2 className="text-xl font-bold">{t('news.title')}</h2>
      <Empty text={t('news.empty')} link={t('news.link')} to={paths.blog} />
    </section>
  )
}

export function Threads() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const isSaved = search.get('of') === 'saved'
  const address = `${paths.profile}?tab=threads`
  return (
    <section>
      <h2 className="text-xl font-bold">{t('threads.title')}</h2>
      <nav aria-label={t('threads.title')} className="mt-4 flex gap-2">
        <Link to={address} className="tab" aria-current={isSaved ? undefined : 'true'}>
          {t('threads.publications')}
        </Link>
        <Link to={`${address}&of=saved`} className="tab" aria-current={isSaved ? 'true' : undefined}>
          {t('threads.saved')}
        </Link>
      </nav>
      <Empty
        text={isSaved ? t('threads.empty_saved') : t('threads.empty_publications')}
        link={t('threads.link')}
        to={paths.forum}
      />
    </section>
  )
}

export function SubscriptionSection() {
  const t = useTranslate()
  const { tier } = useViewer()
  const said = tier > 0 ? t('subscription.member', { tier }) : t('subscription.none')
  return (
    <section>
      <h2 className="text-xl font-bold">{t('subscription.title')}</h2>
      <Empty text={said} link={t('subscription.link')} to={paths.subscription} />
    </section>
  )
}

export function Payments() {
  const t = useTranslate()
  return (
    <section>
      <h2 id="payments" className="text-xl font-bold">
        {t('payments.title')}
      </h2>
      <div className="card mt-4 overflow-x-auto px-6 py-2">
        <table aria-labelledby="payments" className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              {t('payments.columns').map((column) => (
                <th key={column} scope="col" className="py-3 pr-4 font-semibold">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td colSpan={t('payments.columns').length} className="py-8 text-center text-muted">
                <p>{t('payments.empty')}</p>
                <Link to={paths.subscription} className="button button-quiet mx-auto mt-4 flex w-fit">
                  {t('payments.link')}
                </Link>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}
