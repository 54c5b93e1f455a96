import { useSuspenseQuery } from '@tanstack/react-query'
import type { PromptPreview, Prompt } from '#shared/library/schema.ts'
import { hueOf } from '#shared/library/groups.ts'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { breadcrumbList, Head } from '../app/head.tsx'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { ItemTier } from '../search/item-lock.tsx'
import { useParam } from '../ui/use-param.ts'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { CollectButton } from '../saved/collect-button.tsx'
import { SaveButton } from '../saved/save-button.tsx'
import { ItemHeader } from './item-header.tsx'
import { promptQuery } from '../saved/prompt.queries.ts'
import { otherPromptsQuery } from './library.queries.ts'
import { ClosedText, LockedSide } from './closed-text.tsx'
import { LockedView } from './locked-view.tsx'
import { useTranslate } from './messages.ts'
import { PromptExample } from './prompt-example.tsx'
import { PromptNotes } from './prompt-notes.tsx'
import { PromptText } from './prompt-text.tsx'
import { Rating } from './rating.tsx'
import { useRememberRecent } from './use-recent-prompts.ts'
import { SideList } from './side-list.tsx'
import { useBlanks } from './blanks.ts'
import { useLock } from './use-lock.ts'
import { CopyButton } from './copy-button.tsx'
import { RunInAssistant } from './run-in.tsx'
import { ShareButton } from '../dialogs/share-button.tsx'
import type { Blanks } from './blanks.ts'

/** Other prompts of the use case, if it is not locked. */
const queryOfOthers = (prompt: PromptPreview | Prompt) => otherPromptsQuery(prompt.use_case.slug, prompt.slug)

export const load: Loader = async ({ params, query }) => {
  const { item } = await query(promptQuery(params.slug ?? ''))
  await query(queryOfOthers(item))
}

export function PromptPage() {
  const t = useTranslate()
  const site = useSite()
  const query = promptQuery(useParam('slug'))
  const { data: opened } = useSuspenseQuery(query)
  const lock = useLock(query, opened)
  const preview = opened.item
  const prompt = opened.locked ? null : opened.item
  const { use_case } = preview
  useRememberRecent({ title: preview.title, path: paths.prompt(preview.slug) }, !opened.locked)
  const steps = [
    { ...use_case.category, path: paths.category(use_case.category.slug) },
    { name: use_case.title, path: paths.libraryUseCase(use_case.slug) },
    { name: preview.title, path: paths.prompt(preview.slug) },
  ]
  const blanks = useBlanks(preview.slug, prompt?.content ?? '')
  const { functional } = use_case.category
  return (
    <main className="frame prompt-page" data-group={hueOf(functional.slug)}>
      <Head
        title={preview.title}
        description={preview.short_description || t('use_case.description', { title: use_case.title })}
        address={paths.prompt(preview.slug)}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <div className="prompt-head">
        <ItemHeader steps={steps} item={preview} />
        <div className="item-facts">
          <span className="length" data-length={preview.length_tag}>
            {t('prompt.words', { count: preview.word_count })}
          </span>
          <ul className="inline-list" aria-label={t('prompt.tags')}>
            <li dir="auto">{functional.name}</li>
            {preview.tags.map(({ id, name }) => (
              <li key={id} dir="auto">
                {name}
              </li>
            ))}
          </ul>
          <Rating item={preview} />
          <ItemTier item={preview} />
        </div>
      </div>
      <div className="prompt-main">
        {prompt ? (
          <>
            <PromptText prompt={prompt} blanks={blanks} />
            <PromptNotes prompt={prompt} />
          </>
        ) : (
          <LockedView item={preview} title={t('locked.content')} lock={lock}>
            <ClosedText preview={preview} />
          </LockedView>
        )}
      </div>
      {prompt && <PromptActions prompt={prompt} blanks={blanks} />}
      <div className="prompt-side">
        {prompt?.example && <PromptExample prompt={prompt} blanks={blanks} />}
        {opened.locked && lock === 'locked' && <LockedSide preview={opened.item} />}
        <PromptLinks preview={preview} isLocked={opened.locked} />
      </div>
    </main>
  )
}

/** Buttons of a prompt. They are above the text on wide screens, else in a bar at the bottom. */
function PromptActions({ prompt, blanks }: { prompt: Prompt; blanks: Blanks }) {
  const t = useTranslate()
  return (
    <div className="prompt-actions needs-script">
      <CopyButton slug={prompt.slug} content={blanks.filled} left={blanks.unfilledCount} />
      <RunInAssistant slug={prompt.slug} content={blanks.filled} />
      <SaveButton prompt={prompt} />
      <ShareButton title={prompt.title} label={t('prompt.share')} />
      <CollectButton slug={prompt.slug} />
    </div>
  )
}

function PromptLinks({ preview, isLocked }: { preview: PromptPreview | Prompt; isLocked: boolean }) {
  const t = useTranslate()
  const query = queryOfOthers(preview)
  const { data: others } = useSuspenseQuery(query)
  useLock(query, others)
  const prompts = others.locked ? [] : others.item.results
  return (
    <div className="prompt-more">
      {prompts.length > 0 && (
        <SideList
          title={t('prompt.others')}
          items={prompts.map((item) => ({ ...item, path: paths.prompt(item.slug) }))}
          renderMark={({ slug }) => <MyPromptMark slug={slug} isNarrow />}
        />
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to={paths.libraryUseCase(preview.use_case.slug)}>{t('prompt.to_use_case')}</Link>
        {!isLocked && <Link to={paths.myPrompts}>{t('prompt.my_prompts')}</Link>}
      </p>
    </div>
  )
}
