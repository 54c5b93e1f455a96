import { Link } from '../app/link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type LoadStateProps = { query: { data: unknown; isError: boolean }; failure: string }

/** Spinner while the data is loading, or its error. */
export function LoadState({ query: { data, isError }, failure }: LoadStateProps) {
  const t = useTranslate()
  if (data) return null
  return isError ? (
    <p role="alert" className="mt-4 text-danger">
      {failure}
    </p>
  ) : (
    <Spinner label={t('loading')} className="mt-4" />
  )
}

type EmptyProps = { text: string; link: string; to: string }

export function EmptySection({ text, link, to }: EmptyProps) {
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
