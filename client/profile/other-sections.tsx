import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useViewer } from '../viewer.ts'
import { profileCopy } from './profile-copy.ts'

type EmptyProps = { text: string; link: string; to: string }

/** Nothing yet, and where to go for something. */
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
  const { news } = profileCopy.useCopy()
  return (
    <section>
      <h2 className="text-xl font-bold">{news.title}</h2>
      <Empty text={news.empty} link={news.link} to={paths.blog} />
    </section>
  )
}

export function Threads() {
  const { threads } = profileCopy.useCopy()
  const [search] = useSearchParams()
  const isSaved = search.get('of') === 'saved'
  const address = `${paths.profile}?tab=threads`
  return (
    <section>
      <h2 className="text-xl font-bold">{threads.title}</h2>
      <nav aria-label={threads.title} className="mt-4 flex gap-2">
        <Link to={address} className="tab" aria-current={isSaved ? undefined : 'true'}>
          {threads.publications}
        </Link>
        <Link to={`${address}&of=saved`} className="tab" aria-current={isSaved ? 'true' : undefined}>
          {threads.saved}
        </Link>
      </nav>
      <Empty text={isSaved ? threads.empty_saved : threads.empty_publications} link={threads.link} to={paths.forum} />
    </section>
  )
}

export function SubscriptionSection() {
  const { subscription } = profileCopy.useCopy()
  const { tier } = useViewer()
  const said = tier > 0 ? subscription.member.replace('{tier}', String(tier)) : subscription.none
  return (
    <section>
      <h2 className="text-xl font-bold">{subscription.title}</h2>
      <Empty text={said} link={subscription.link} to={paths.subscription} />
    </section>
  )
}

export function Payments() {
  const { payments } = profileCopy.useCopy()
  return (
    <section>
      <h2 id="payments" className="text-xl font-bold">
        {payments.title}
      </h2>
      <div className="card mt-4 overflow-x-auto px-6 py-2">
        <table aria-labelledby="payments" className="w-full text-left">
          <thead>
            <tr className="border-b border-line">
              {payments.columns.map((column) => (
                <th key={column} scope="col" className="py-3 pr-4 font-semibold">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td colSpan={payments.columns.length} className="py-8 text-center text-muted">
                <p>{payments.empty}</p>
                <Link to={paths.subscription} className="button button-quiet mx-auto mt-4 flex w-fit">
                  {payments.link}
                </Link>
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}
