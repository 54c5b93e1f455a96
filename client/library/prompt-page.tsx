import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { PromptPreview, Prompt } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { useParam } from '../ui/use-param.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { StarRating } from '../saved/star-rating.tsx'
import { CollectButton } from '../saved/collect-button.tsx'
import { SaveButton } from '../saved/save-button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { promptQuery } from '../saved/prompt.queries.ts'
import { otherPromptsQuery } from './library.queries.ts'
import { LanguageNote, LockedView } from './locked-view.tsx'
import { useTranslate } from './messages.ts'
import { PromptNotes } from './prompt-notes.tsx'
import { PromptText } from './prompt-text.tsx'
import { Rating } from './rating.tsx'
import { useRememberRecent } from './use-recent-prompts.ts'
import { SideList } from './side-list.tsx'
import { useBlanks } from './blanks.ts'
import { useLock } from './use-lock.ts'
import { CopyButton } from './copy-button.tsx'
import { RunInAssistant } from './run-in.tsx'
import { ShareButton } from './share-button.tsx'
import type { Blanks } from './blanks.ts'

/** Other prompts of the use case, if it is not locked. */
const queryOfOthers = (prompt: PromptPreview) => otherPromptsQuery(prompt.use_case.slug, prompt.slug)

export const load: Loader = async ({ params, query }) => {
  const { item } = await query(promptQuery(params.slug ?? ''))
  await query(queryOfOthers(item))
}

function OtherPrompts({ prompt }: { prompt: PromptPreview }) {
  const t = useTranslate()
  const query = queryOfOthers(prompt)
  const { data: others } = useSuspenseQuery(query)
  useLock(query, others)
  if (others.locked || others.item.results.length === 0) return null
  return (
    <SideList
      title={t('prompt.others')}
      items={others.item.results.map((item) => ({ ...item, path: paths.prompt(item.slug) }))}
      renderMark={({ slug }) => <MyPromptMark slug={slug} isNarrow />}
    />
  )
}

function PromptTags({ prompt }: { prompt: PromptPreview }) {
  const t = useTranslate()
  const names = [
    prompt.use_case.category.functional.name,
    t(`length.${prompt.length_tag}`),
    ...prompt.tags.map(({ name }) => name),
  ]
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t('prompt.tags')}>
      {names.map((name) => (
        <li key={name} className="chip" dir="auto">
          {name}
        </li>
      ))}
    </ul>
  )
}

export function PromptPage() {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  const query = promptQuery(useParam('slug'))
  const { data: opened } = useSuspenseQuery(query)
  const lock = useLock(query, opened)
  const prompt = opened.item
  const { use_case } = prompt
  useRememberRecent({ title: prompt.title, path: paths.prompt(prompt.slug) }, !opened.locked)
  const steps = [
    { name: use_case.category.name, path: paths.category(use_case.category.slug) },
    { name: use_case.title, path: paths.libraryUseCase(use_case.slug) },
    { name: prompt.title, path: paths.prompt(prompt.slug) },
  ]
  const blanks = useBlanks(prompt.slug, opened.locked ? '' : opened.item.content)
  return (
    <main className="frame prompt-page">
      <Head
        title={prompt.title}
        description={prompt.short_description || t('use_case.description', { title: use_case.title })}
        address={paths.prompt(prompt.slug)}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <div className="min-w-0">
        <Breadcrumb steps={steps} />
        <h1 className="text-3xl font-bold" dir="auto">
          {prompt.title}
        </h1>
        {prompt.short_description && (
          <p className="mt-2 max-w-prose text-pretty text-muted" dir="auto">
            {prompt.short_description}
          </p>
        )}
        <LanguageNote item={prompt} locale={locale} />
        <PromptTags prompt={prompt} />
        <div className="mt-3 flex flex-wrap items-end gap-x-8 sm:items-center">
          <p className="flex min-h-11 items-center text-lg">
            <Rating item={prompt} />
          </p>
          {!opened.locked && <StarRating prompt={opened.item} />}
        </div>
        {opened.locked ? (
          <LockedView item={prompt} title={t('locked.content')} lock={lock} />
        ) : (
          <>
            <PromptText prompt={opened.item} blanks={blanks} />
            <PromptNotes prompt={opened.item} blanks={blanks} />
          </>
        )}
      </div>
      <div className="prompt-side">
        {!opened.locked && <PromptActions prompt={opened.item} blanks={blanks} />}
        <div className="prompt-more">
          {!opened.locked && (
            <p className="mb-4 text-sm">
              <Link to={paths.myPrompts}>{t('prompt.my_prompts')}</Link>
            </p>
          )}
          <OtherPrompts prompt={prompt} />
          <p className="mt-4 text-sm">
            <Link to={paths.libraryUseCase(use_case.slug)}>{t('prompt.to_use_case')}</Link>
          </p>
        </div>
      </div>
    </main>
  )
}

/** Buttons of a prompt. They are beside the text on wide screens, else in a bar at the bottom. */
function PromptActions({ prompt, blanks }: { prompt: Prompt; blanks: Blanks }) {
  return (
    <div className="prompt-actions needs-script">
      <CopyButton slug={prompt.slug} content={blanks.filled} left={blanks.unfilledCount} />
      <RunInAssistant slug={prompt.slug} content={blanks.filled} />
      <SaveButton prompt={prompt} />
      <ShareButton title={prompt.title} />
      <CollectButton slug={prompt.slug} />
    </div>
  )
}
