import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { Select, TextArea } from '../form-fields.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'
import { sourceOfOption, sourceOptionValue, withPrompt, withInputSource, withStepText } from './pipeline-draft.ts'
import type { StepBlank, Step } from './pipeline-draft.ts'
import { PromptField } from './prompt-field.tsx'

type StepProps = {
  step: Step
  /** Index of the step, from 0. */
  at: number
  /** Blanks of the step's prompt by language; null while loading. */
  blanks: Record<Locale, StepBlank[] | null>
  errorOf: (name: string) => string | undefined
  onChange: (step: Step) => void
}

function SourceField({ blank, locale, ...props }: StepProps & { blank: StepBlank; locale: Locale }) {
  const t = useTranslate()
  const { step, at, errorOf, onChange } = props
  const { name, isGone, source, names } = blank
  const inputOption = { value: sourceOptionValue(null), name: t('steps.asked') }
  const answers = Array.from({ length: at }, (_, earlier) => ({
    value: sourceOptionValue({ answer_of: earlier + 1 }),
    name: t('steps.answer_of', { number: earlier + 1 }),
  }))
  const same = names.map((same_as) => ({
    value: sourceOptionValue({ same_as }),
    name: t('steps.same_as', { name: same_as }),
  }))
  const field = `steps.${at}.texts.${locale}.inputs.${name}`
  return (
    <Select
      label={t('steps.source', { name })}
      value={sourceOptionValue(source)}
      options={isGone ? [inputOption] : [inputOption, ...answers, ...same]}
      hint={isGone ? t('steps.blank_gone') : undefined}
      error={errorOf(field) ?? errorOf(`${field}.answer_of`) ?? errorOf(`${field}.same_as`)}
      onChange={(value) => onChange(withInputSource(step, locale, name, sourceOfOption(value)))}
    />
  )
}

function StepTexts({ locale, ...props }: StepProps & { locale: Locale }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { step, at, blanks, errorOf, onChange } = props
  const error = errorOf(`steps.${at}.texts.${locale}`)
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="mb-2 text-sm text-muted">{tAdmin(`field.language_${locale}`)}</legend>
      {error && <p className="text-sm text-danger">{error}</p>}
      {blanks[locale]?.length === 0 && <p className="text-sm text-muted">{t('steps.no_blanks')}</p>}
      {blanks[locale]?.map((blank) => (
        <SourceField key={blank.name} blank={blank} locale={locale} {...props} />
      ))}
      <TextArea
        label={tAdmin(`field.in_${locale}`, { field: t('fields.hand_on') })}
        lang={locale}
        value={step.texts[locale]?.hand_on ?? ''}
        error={errorOf(`steps.${at}.texts.${locale}.hand_on`)}
        hint={t('steps.hand_on_hint')}
        onChange={(hand_on) => onChange(withStepText(step, locale, { hand_on }))}
      />
    </fieldset>
  )
}

export function StepFields(props: StepProps) {
  const { step, at, errorOf, onChange } = props
  return (
    <>
      <PromptField
        id={step.prompt_id}
        error={errorOf(`steps.${at}.prompt_id`)}
        onChange={(prompt_id) => onChange(withPrompt(step, prompt_id))}
      />
      {step.prompt_id > 0 && (
        <div className="grid items-start gap-5 md:grid-cols-2">
          {locales.map((locale) => (
            <StepTexts key={locale} locale={locale} {...props} />
          ))}
        </div>
      )}
    </>
  )
}
