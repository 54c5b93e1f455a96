import { memo, useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import type { Prompt } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { fillIn, fillPlace, readTemplate } from '#shared/placeholders.ts'
import type { Template, Values } from '#shared/placeholders.ts'
import { useSay } from '../i18n.tsx'
import { keep, parseKept, useKept } from '../kept.ts'
import { CollectButton } from './collect-button.tsx'
import { CopyButton } from './copy-button.tsx'
import { PromptForm } from './prompt-form.tsx'
import { RunIn } from './run-in.tsx'
import { SaveButton } from './save-button.tsx'
import { ShareButton } from './share-button.tsx'

const KeptValues = z.record(z.string(), z.string())

/** What was typed for a prompt; it lasts as long as the tab. */
function useValues(slug: string) {
  const key = `prompt.values:${slug}`
  const kept = useKept('session', key)
  const values = useMemo(() => KeptValues.safeParse(parseKept(kept)).data ?? {}, [kept])
  const change = (next: Values) => keep('session', key, Object.keys(next).length === 0 ? null : JSON.stringify(next))
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

/** The text of a prompt with all that is done to it: fill it in, copy it, run it, save it, pass it on. */
export function PromptText({ prompt }: { prompt: Prompt }) {
  const say = useSay()
  const template = useMemo(() => readTemplate(prompt.content), [prompt.content])
  const [values, change] = useValues(prompt.slug)
  const shown = useDeferredValue(values)
  const content = fillIn(template, values)
  return (
    <section className="mt-6">
      <h2 className="text-xl font-bold">{say('prompt.text')}</h2>
      <PromptForm template={template} values={values} onChange={change} />
      <div className="needs-script z-10 mt-3 grid grid-cols-2 gap-2 bg-ground py-2 sm:flex sm:flex-wrap md:sticky md:top-16">
        <CopyButton slug={prompt.slug} content={content} />
        <RunIn slug={prompt.slug} content={content} />
        <SaveButton prompt={prompt} />
        <ShareButton title={prompt.title} />
        <CollectButton slug={prompt.slug} />
      </div>
      <p className="card prompt-text mt-1" dir="auto" lang={prompt.content_locale}>
        <FilledText template={template} values={shown} />
      </p>
      <p className="mt-2 text-sm">
        <Link to={paths.myPrompts}>{say('prompt.my_prompts')}</Link>
      </p>
    </section>
  )
}
