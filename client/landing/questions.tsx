import type { FaqItem } from '#shared/faq.ts'
import { Accordion } from '../ui/accordion.tsx'
import { useTranslate } from './messages.ts'

export function Questions({ items }: { items: readonly FaqItem[] }) {
  const t = useTranslate()
  return (
    <section className="border-y border-line bg-surface py-16 md:py-24">
      <div className="frame grid gap-8 lg:grid-cols-[1fr_2fr]">
        <h2 className="text-3xl font-bold sm:text-4xl">{t('questions_title')}</h2>
        <Accordion items={items} />
      </div>
    </section>
  )
}
