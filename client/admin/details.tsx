import { useId } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Link } from '../app/link.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type DetailsPageProps<Item> = {
  back: { to: string; label: string }
  title?: string
  query: { data: Item | undefined; error: Error | null }
  /** Text for an item that could not be loaded. */
  failed: string
  children: (item: Item) => ReactNode
}

/** Page of one item below a link to its list. */
export function DetailsPage<Item>({ back, title, query: { data, error }, failed, children }: DetailsPageProps<Item>) {
  const t = useTranslate()
  return (
    <>
      <Link to={back.to} className="inline-block py-1 text-brand underline">
        {back.label}
      </Link>
      {title !== undefined && <h2 className="mt-4 text-2xl font-bold wrap-anywhere">{title}</h2>}
      {!data && !error && (
        <p className="mt-6">
          <Spinner label={t('common.loading')} />
        </p>
      )}
      {!data && error && (
        <p role="alert" className="mt-6 text-danger">
          {failed}
        </p>
      )}
      {data && children(data)}
    </>
  )
}

type SectionProps = {
  title: string
  /** Receives the heading if it can get the focus. */
  heading?: RefObject<HTMLHeadingElement | null>
  level?: 'h2' | 'h3'
  className?: string
  headingClassName?: string
  children: ReactNode
}

export function DetailsSection({ title, heading, level: Heading = 'h2', ...props }: SectionProps) {
  const { className = 'card p-6', headingClassName = 'text-xl font-bold', children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} ref={heading} tabIndex={heading && -1} className={headingClassName}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** Term and description of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
