import { figurePlaceholders } from '#shared/library/figures.ts'
import type { LandingSectionState } from '#shared/site/landing.ts'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { paths } from '#shared/paths.ts'
import { shippedSection } from '../../landing/shipped-sections.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import { useSubmit } from '../use-submit.ts'
import { FormProblem } from '../../app/form.tsx'
import { landingConfig } from './content.ts'
import { HeroPrompts } from './hero-prompts.tsx'
import { LandingFields } from './landing-form-fields.tsx'
import { LandingPreview } from './landing-preview.tsx'
import type { messages } from './messages.en.ts'
import { useTranslate } from './messages.ts'

type FieldName = Exclude<keyof typeof messages.landing.fields, 'in' | 'nth'>

/** Returns labels for paths: `texts.en.points.0.title` becomes “Points 1: Title (English)”. */
function useLandingLabels() {
  const t = useTranslate()
  const fieldOf = (key: string) => t(`landing.fields.${key as FieldName}`)
  return (path: string) => {
    const [, locale, field = '', position, key] = /^texts\.(en|es)\.(\w+)(?:\.(\d+)\.(\w+))?$/.exec(path) ?? []
    if (!locale) return fieldOf(path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path)
    const name =
      position === undefined
        ? fieldOf(field)
        : t('landing.fields.nth', { list: fieldOf(field), place: Number(position) + 1, field: fieldOf(key ?? '') })
    return t('landing.fields.in', { field: name, locale: t(`content.fields.${locale as 'en' | 'es'}`) })
  }
}

function outcomeOf({ is_published, texts }: AdminLandingSection, before: AdminLandingSection) {
  if (before.texts && !texts) return 'shipped'
  if (is_published === before.is_published) return 'saved'
  return is_published ? 'published' : 'unpublished'
}

type Draft = LandingSectionState
type PartProps = { draft: Draft; set: (changes: Partial<Draft>) => void }

function Switches({ draft, set }: PartProps) {
  const t = useTranslate()
  const isWritten = draft.texts !== null || draft.prompts.length > 0
  const names = [
    ...(draft.name === 'hero' ? [] : (['is_shown'] as const)),
    ...(isWritten ? (['is_published'] as const) : []),
  ]
  return (
    <div>
      {names.map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={draft[name]} onChange={({ target }) => set({ [name]: target.checked })} />
          {t(`landing.fields.${name}`)}
        </label>
      ))}
    </div>
  )
}

/** Shows whether the section has custom or shipped texts, with a button that switches. */
function TextSource({ draft, set }: PartProps) {
  const t = useTranslate()
  const { isBusy, problem, run } = useSubmit()
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="text-muted">
        {t(draft.texts ? 'landing.source.own' : 'landing.source.shipped')}{' '}
        {draft.texts && t('content.figures_hint', { placeholders: figurePlaceholders })}
      </p>
      <FormProblem text={problem} />
      {draft.texts ? (
        <button type="button" className="button button-quiet" onClick={() => set({ texts: null })}>
          {t('landing.source.reset')}
        </button>
      ) : (
        <button
          type="button"
          className="button button-quiet"
          aria-busy={isBusy}
          onClick={() =>
            void run(
              () => shippedSection(draft.name),
              (texts) => set({ texts }),
            )
          }
        >
          {t('landing.source.begin')}
        </button>
      )}
    </div>
  )
}

export function LandingEditor({ edited }: { edited: ItemWithEtag<AdminLandingSection> | null }) {
  return edited && <SectionEditor edited={edited} />
}

function SectionEditor({ edited }: { edited: ItemWithEtag<AdminLandingSection> }) {
  const t = useTranslate()
  const labelOf = useLandingLabels()
  const editor = useEntityEditor(landingConfig, {
    edited,
    empty: landingConfig.draftOf(edited.item),
    outcomeOf: (item) => outcomeOf(item, edited.item),
    textOf: (outcome) => t(`landing.outcomes.${outcome as ReturnType<typeof outcomeOf>}`),
  })
  const { draft, set, errorOf } = editor
  const { name, texts, prompts } = draft
  return (
    <EntityForm
      editor={editor}
      back={t('landing.back')}
      links={
        <a href={paths.home} target="_blank" rel="noreferrer" className="ml-auto text-brand underline">
          {t('content.pages.see')}
        </a>
      }
      title={t(`landing.sections.${name}`)}
      labelOf={labelOf}
      below={<LandingPreview draft={draft} />}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <TextSource draft={draft} set={set} />
      {texts && (
        <LandingFields {...{ name, texts, labelOf, errorOf }} onChange={(changed) => set({ texts: changed })} />
      )}
      {name === 'hero' && (
        <HeroPrompts {...{ prompts, labelOf, errorOf }} onChange={(changed) => set({ prompts: changed })} />
      )}
      <Switches draft={draft} set={set} />
    </EntityForm>
  )
}
