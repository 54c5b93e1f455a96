import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
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

type SettingProps = {
  title: string
  note?: string
  id?: string
  section?: Ref<HTMLElement>
  heading?: Ref<HTMLHeadingElement>
  /** True if a control that sends no input event was changed. */
  isChanged?: boolean
  children: ReactNode
}

/** Part of the profile. The submit button of its form is quiet until something was changed. */
export function Setting({ title, note, id, section, heading, isChanged = false, children }: SettingProps) {
  const [hasInput, setHasInput] = useState(false)
  return (
    <section ref={section} id={id} className="setting">
      <div>
        <h2 ref={heading} tabIndex={heading ? -1 : undefined} className="text-xl font-bold outline-none">
          {title}
        </h2>
        {note && <p>{note}</p>}
      </div>
      <div
        className={isChanged || hasInput ? undefined : 'is-unchanged'}
        onInput={() => setHasInput(true)}
        onReset={() => setHasInput(false)}
      >
        {children}
      </div>
    </section>
  )
}

type EmptyProps = { text: string; link: string; to: string }

export function EmptySection({ text, link, to }: EmptyProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      <Link to={to} className="button button-quiet">
        {link}
      </Link>
    </div>
  )
}
