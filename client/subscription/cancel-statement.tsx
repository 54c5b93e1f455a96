import type { ReactNode } from 'react'
import type { CancellationReceipt } from '#shared/subscription/cancellation.ts'
import { useUtcTimeFormat } from '../app/format/dates.ts'
import { defineMessages } from '../app/i18n.tsx'
import { saveFile } from '../app/save-file.ts'
import { useSite } from '../app/site.ts'

export const { useTranslate } = defineMessages({
  en: () => import('./cancel.messages.en.ts'),
  es: () => import('./cancel.messages.es.ts'),
})

export type DeclaredFacts = [name: string, value: string][]

export function DescriptionList({ facts }: { facts: DeclaredFacts }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-semibold">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Focuses the statement, which also scrolls to it: on a phone the form above was longer. */
const focus = (shown: HTMLElement | null) => shown?.focus()

export type DeclarationReceivedProps = { receipt: CancellationReceipt; statement: DeclaredFacts; children: ReactNode }

/** Declaration with date and time, and a button that downloads it. */
export function DeclarationReceived({ receipt: { received_at }, statement, children }: DeclarationReceivedProps) {
  const t = useTranslate()
  const { name } = useSite()
  const date = useUtcTimeFormat()
  const save = () => {
    const lines = [name, ...statement.map((fact) => fact.join(': ')), t('sent', { date: date(received_at) })]
    saveFile(`${lines.join('\n')}\n`, `${t('file')}-${received_at.slice(0, 10)}.txt`, 'text/plain')
  }
  return (
    <>
      <output ref={focus} tabIndex={-1} className="mt-6 block scroll-my-24">
        <span className="block font-semibold">{t('received', { date: date(received_at) })}</span>
        <span className="mt-2 block text-muted">{children}</span>
      </output>
      <button type="button" className="button button-quiet mt-6" onClick={save}>
        {t('save')}
      </button>
    </>
  )
}
