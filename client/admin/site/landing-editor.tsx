import { figurePlaceholders } from '#shared/library/figures.ts'
import type { LandingSectionState } from '#shared/site/landing.ts'
import { AdminLandingSection } from '#shared/site/landing.ts'
import { sitePaths } from '#shared/site/paths.ts'
import * as z from 'zod/mini'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { apiQuery } from '../../app/api.ts'
import { paths } from '#shared/paths.ts'
import { shippedSection } from '../../landing/shipped-sections.ts'
import { useLabels } from '../entity-editor.tsx'
import type { Entity } from '../entity-editor.tsx'
import { useSubmit } from '../use-submit.ts'
import { FormProblem } from '../../app/form.tsx'
import { contentPaths } from './content.tsx'
import { HeroPrompts } from './hero-prompts.tsx'
import { LandingFields } from './landing-form-fields.tsx'
import { LandingPreview } from './landing-preview.tsx'
import type { messages } from './messages.en.ts'
import { useTranslate } from './messages.ts'

type FieldName = Exclude<keyof typeof messages.landing.fields, 'nth'>

export const adminLandingQuery = apiQuery(
  adminSitePaths.api.content('landing'),
  import.meta.env.DEV && z.array(AdminLandingSection),
)

/** Returns labels for paths: `texts.*.points.0.title` becomes “Points 1: Title”. */
function useLandingLabels() {
  const t = useTranslate()
  const fieldOf = (key: string) => t(`landing.fields.${key as FieldName}`)
  return (path: string) => {
    const [, list = '', position = '', key = ''] = /^texts\.\*\.(\w+)\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (list) return t('landing.fields.nth', { list: fieldOf(list), place: Number(position) + 1, field: fieldOf(key) })
    return fieldOf(path.split('.').findLast((part) => /^[a-z_]+$/.test(part)) ?? path)
  }
}

function outcomeOf({ is_published, texts }: AdminLandingSection, before: AdminLandingSection) {
  if (before.texts && !texts) return 'shipped'
  if (is_published === before.is_published) return undefined
  return is_published ? 'published' : 'unpublished'
}

type Draft = LandingSectionState
type PartProps = { draft: Draft; set: (changes: Partial<Draft>) => void }

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

export function useLanding(): Entity<AdminLandingSection, Draft> {
  const t = useTranslate()
  const landingLabelOf = useLandingLabels()
  const labelOf = useLabels({ fields: [], labelOf: landingLabelOf })
  const { api, pages } = contentPaths('landing')
  return {
    kind: 'landing_section',
    schema: import.meta.env.DEV && AdminLandingSection,
    api,
    pages,
    labelOf: landingLabelOf,
    keys: [adminLandingQuery.queryKey, apiQuery(sitePaths.api.landing, false).queryKey],
    isFixed: true,
    fields: [
      { path: 'name', kind: 'hidden', label: labelOf('name') },
      {
        path: 'texts',
        kind: 'custom',
        label: labelOf('texts'),
        render: ({ draft: { name, texts }, set, errorOf }) =>
          texts && (
            <LandingFields {...{ name, texts, labelOf, errorOf }} onChange={(changed) => set({ texts: changed })} />
          ),
      },
      {
        path: 'prompts',
        kind: 'custom',
        label: labelOf('prompts'),
        isShown: ({ name }) => name === 'hero',
        render: ({ draft: { prompts }, set, errorOf }) => (
          <HeroPrompts {...{ prompts, labelOf, errorOf }} onChange={(changed) => set({ prompts: changed })} />
        ),
      },
      { path: 'is_shown', kind: 'checkbox', label: labelOf('is_shown'), isShown: ({ name }) => name !== 'hero' },
      {
        path: 'is_published',
        kind: 'checkbox',
        label: labelOf('is_published'),
        isShown: ({ texts, prompts }) => texts !== null || prompts.length > 0,
      },
    ],
    complete: (draft) => ({
      ...draft,
      texts: draft.texts?.en ? { en: draft.texts.en, es: draft.texts.es ?? null } : null,
    }),
    title: ({ name }) => t(`landing.sections.${name}`),
    savedText: (item, before) => {
      const outcome = before && outcomeOf(item, before)
      return outcome && t(`landing.outcomes.${outcome}`)
    },
    publicPath: () => paths.home,
    above: ({ draft, set }) => <TextSource draft={draft} set={set} />,
    below: ({ draft }) => <LandingPreview draft={draft} />,
  }
}
