import { memo, useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Prompt } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { fillIn, fillPlace, readTemplate } from '#shared/placeholders.ts'
import type { Template, Values } from '#shared/placeholders.ts'
import { parseStorage, useStorage, writeStorage } from '../app/storage.ts'
import { CollectButton } from '../saved/collect-button.tsx'
import { CopyButton } from './copy-button.tsx'
import { useTranslate } from './messages.ts'
import { PromptForm } from './prompt-form.tsx'
import { RunIn } from './run-in.tsx'
import { SaveButton } from '../saved/save-button.tsx'
import { ShareButton } from './share-button.tsx'

const areValues = (values: Values) => Object.values(values).every((value) => typeof value === 'string')

function useValues(slug: string) {
  const key = `prompt.values:${slug}` as const
  const stored = useStorage(key)
  const values = useMemo(() => parseStorage(stored, areValues) ?? {}, [stored])
  const change = (next: Values) => writeStorage(key, Object.keys(next).length === 0 ? null : JSON.stringify(next))
  return [values, change] as const
}

const FilledText = memo(function FilledText({ template, values }: { template: Template; values: Values }) {
  return template.pieces.map((piece, index) => {
    const { text, is_open } = fillPlace(piece, values)
    if (piece.kind === 'text') return text
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
      <mark key={index} className={is_open ? 'place place-open' : 'place'}>
        {text}
      </mark>
    )
  })
})

export function PromptText({ prompt }: { prompt: Prompt }) {
  const t = useTranslate()
  const template = useMemo(() => readTemplate(prompt.content), [prompt.content])
  const [values, change] = useValues(prompt.slug)
  const deferredValues = useDeferredValue(values)
  const content = fillIn(template, values)
  return (
    <section className="mt-6">
      <h2 className="text-xl font-bold">{t('prompt.text')}</h2>
      <PromptForm template={template} values={values} onChange={change} />
      <div className="needs-script z-10 mt-3 grid grid-cols-2 gap-2 bg-ground py-2 sm:flex sm:flex-wrap md:sticky md:top-16">
        <CopyButton slug={prompt.slug} content={content} />
        <RunIn slug={prompt.slug} content={content} />
        <SaveButton prompt={prompt} />
        <ShareButton title={prompt.title} />
        <CollectButton slug={prompt.slug} />
      </div>
      <p className="card prompt-text mt-1" dir="auto" lang={prompt.content_locale}>
        <FilledText template={template} values={deferredValues} />
      </p>
      <p className="mt-2 text-sm">
        <Link to={paths.myPrompts}>{t('prompt.my_prompts')}</Link>
      </p>
    </section>
  )
}
