import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { maxCollectionNameLength } from '#shared/library/collections.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './collections.messages.ts'

/** Spinner until the collections are loaded, and a button after a failure. */
export function CollectionsPending({ isError, refetch }: { isError: boolean; refetch: () => unknown }) {
  const t = useTranslate()
  if (!isError) return <Spinner label={t('common.loading')} className="mt-4" />
  return (
    <button type="button" className="button button-quiet mt-4" onClick={() => void refetch()}>
      {t('failed.retry')}
    </button>
  )
}

type CollectionFormProps = {
  label: string
  submit: string
  name?: string
  isBusy: boolean
  problem: string | null
  /** Returns true on success; the field is then emptied. */
  onSubmit: (name: string) => Promise<boolean>
  children?: ReactNode
}

export function CollectionForm({ label, submit, name = '', isBusy, problem, onSubmit, children }: CollectionFormProps) {
  const t = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [isBlank, setBlank] = useState(false)
  const wrong = isBlank ? t('collections.no_name') : problem
  const send = async () => {
    const trimmed = typed.trim()
    setBlank(trimmed === '')
    if (trimmed !== '' && (await onSubmit(trimmed))) setTyped(name)
  }
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <input
          id={id}
          className={`field min-w-0 flex-1 ${children ? 'basis-full' : ''}`}
          value={typed}
          maxLength={maxCollectionNameLength}
          autoComplete="off"
          aria-invalid={wrong !== null}
          aria-describedby={`${id}-wrong`}
          onChange={({ target }) => setTyped(target.value)}
        />
        {children}
        <button type="submit" className="button" disabled={isBusy}>
          {submit}
        </button>
      </div>
      <p id={`${id}-wrong`} role="alert" className="mt-1 text-sm text-danger">
        {wrong}
      </p>
    </form>
  )
}
