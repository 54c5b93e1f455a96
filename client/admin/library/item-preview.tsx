import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pipeline } from '#shared/library/pipelines.ts'
import type { Category, CategoryCard, Prompt, PromptPreview, UseCase } from '#shared/library/schema.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { readTemplate } from '#shared/library/placeholders.ts'
import { useLocale } from '../../app/i18n.tsx'
import { LockIcon } from '../../ui/lock.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Select } from '../form-fields.tsx'
import { useTierName, useTierOptions } from './tiers.ts'
import { itemPreviewQuery } from './library.queries.ts'
import type { ItemPreviewData as Previewed, PreviewedNoun } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type PreviewedItem = NonNullable<Previewed['item']> &
  Partial<Prompt & PromptPreview & Category & CategoryCard & UseCase & Pipeline>

function Lines({ title, text }: { title: string; text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return (
    <>
      <h4 className="mt-5 font-bold">{title}</h4>
      <ul className="mt-1 list-disc pl-5">
        {lines.map((line, index) => (
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Renders blanks as on the prompt page, without input fields. */
function Content({ content, labels, lang }: { content: string; labels: Record<string, string>; lang: string }) {
  return (
    <p className="card prompt-text" dir="auto" lang={lang}>
      {readTemplate(content).pieces.map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
          <mark key={index} className={piece.fallback === null ? 'blank' : 'blank-filled'}>
            {piece.fallback ?? (Object.hasOwn(labels, piece.name) ? labels[piece.name] : piece.name)}
          </mark>
        ),
      )}
    </p>
  )
}

/** Name, description, tags and models, which a locked item shows too. */
function PreviewHead({ item }: { item: PreviewedItem }) {
  const t = useTranslate()
  const locale = useLocale()
  const { models = [], tags = [], warning_text } = item
  const description = item.short_description ?? item.description
  return (
    <>
      <h3 dir="auto" className="text-xl font-bold">
        {item.title ?? item.name}
      </h3>
      {item.content_locale !== locale && <p className="mt-1 text-sm text-muted">{t('preview.in_english')}</p>}
      {warning_text && (
        <p dir="auto" className="mt-3 rounded-xl bg-warning p-3">
          {warning_text}
        </p>
      )}
      {description && (
        <p dir="auto" className="mt-2 text-muted">
          {description}
        </p>
      )}
      {models.length + tags.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-1.5">
          {[...tags, ...models].map(({ slug, name }) => (
            <span key={slug} className="chip" dir="auto">
              {name}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function PreviewBody({ item }: { item: PreviewedItem }) {
  const t = useTranslate()
  const { use_cases = [], prompts = [], steps, labels = {}, content } = item
  return (
    <>
      <PreviewHead item={item} />
      {content !== undefined && <Content content={content} labels={labels} lang={item.content_locale} />}
      <Lines title={t('fields.how_to_use')} text={item.how_to_use ?? ''} />
      <Lines title={t('fields.known_issues')} text={item.known_issues ?? ''} />
      {item.example && (
        <>
          <h4 className="mt-5 font-bold">{t('fields.example')}</h4>
          <p className="card prompt-text" dir="auto" lang={item.content_locale}>
            {item.example}
          </p>
        </>
      )}
      {steps?.map(({ prompt, hand_on, ...step }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same prompt may be two steps
        <section key={at} className="mt-5">
          <h4 dir="auto" className="font-bold">
            {at + 1}. {prompt.title}
          </h4>
          <Content {...step} lang={item.content_locale} />
          <Lines title={t('fields.hand_on')} text={hand_on} />
        </section>
      ))}
      {!steps && <Lines title={t('fields.steps')} text={prompts.map(({ title }) => title).join('\n')} />}
      <Lines title={t('preview.use_cases')} text={use_cases.map(({ title }) => title).join('\n')} />
    </>
  )
}

function Answer({ answer }: { answer: Previewed }) {
  const t = useTranslate()
  const tierName = useTierName()
  if (answer.status === 404) return <p className="text-muted">{t('preview.nothing')}</p>
  return (
    <>
      {answer.status === 403 && (
        <p className="mb-4 flex items-center gap-2 font-semibold">
          <LockIcon label="" /> {t('preview.locked', { tier: tierName(answer.required_tier) })}
        </p>
      )}
      <PreviewBody item={answer.item} />
    </>
  )
}

export const hasPreview = (noun: LibraryNoun): noun is PreviewedNoun =>
  ['prompts', 'use-cases', 'categories', 'pipelines'].includes(noun)

type PreviewProps = { noun: PreviewedNoun; id: number }

/** Preview of an item's page for a chosen tier. */
export function ItemPreview({ noun, id }: PreviewProps) {
  const t = useTranslate()
  const options = useTierOptions()
  const [isOpen, setOpen] = useState(false)
  const [tier, setTier] = useState(0)
  const { data, isError } = useQuery({ ...itemPreviewQuery(noun, id, tier), enabled: isOpen })
  return (
    <section aria-label={t('preview.title')} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-bold">{t('preview.title')}</h2>
        <button type="button" className="button button-quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'preview.close' : 'preview.open')}
        </button>
      </div>
      {isOpen && (
        <>
          <p className="mt-1 text-sm text-muted">{t('preview.note')}</p>
          <div className="mt-3 max-w-xs">
            <Select
              label={t('preview.tier')}
              value={String(tier)}
              options={options}
              onChange={(value) => setTier(Number(value))}
            />
          </div>
          <div className="mt-4 min-h-40 rounded-xl border border-line p-4" aria-live="polite">
            {isError && <p className="text-danger">{t('preview.failed')}</p>}
            {!isError && !data && <Spinner label={t('common.loading')} />}
            {data && <Answer answer={data} />}
          </div>
        </>
      )}
    </section>
  )
}
