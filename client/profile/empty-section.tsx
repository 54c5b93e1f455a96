import { Link } from 'react-router-dom'

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
