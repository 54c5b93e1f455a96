import { useEffect, useId, useRef, useState } from 'react'
import type { Draft, StoredDraft } from '#shared/forum/drafts.ts'
import { guessLanguage } from '#shared/forum/language.ts'
import { descriptionLengths, titleLengths } from '#shared/forum/schema.ts'
import type { Section } from '#shared/forum/schema.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { ApiProblem } from '../../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { preservePage } from '../../app/session/session.ts'
import { useViewer } from '../../app/session/viewer.ts'
import { Field } from '../../ui/field.tsx'
import { CharacterCount } from '../editor/character-count.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { isBlankDraft, useThreadDraft } from './use-thread-draft.ts'
import { useTranslate } from './messages.ts'

type ThreadFormProps = {
  username: string
  sections: Section[]
  initial: Draft
  /** Language of the thread being edited. A new thread's is guessed from the text until the author chooses. */
  language?: Locale
  server?: StoredDraft | undefined
  meta_slug?: string
  button: string
  failed: string
  onSignedOut: () => void
  onSubmit: (thread: Draft & { language: Locale; typing_ms?: number }) => Promise<unknown>
}

class BlankFields extends Error {}

type ChoiceFieldProps = {
  label: string
  value: string
  options: { value: string; name: string }[]
  error?: string | undefined
  note?: string | undefined
  onChange: (value: string) => void
}

function ChoiceField({ label, value, options, error, note, onChange }: ChoiceFieldProps) {
  const id = useId()
  const description = error ?? note
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="field aria-invalid:border-danger"
        value={options.some((option) => option.value === value) ? value : ''}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={description && `${id}-note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      {description && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {description}
        </p>
      )}
    </div>
  )
}

type TitleFieldProps = {
  value: string
  isBusy: boolean
  error: string | undefined
  onChange: (title: string) => void
}

function TitleField({ value, isBusy, error, onChange }: TitleFieldProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div>
      <Field
        className="blank blank-field"
        label={t('new_thread.name')}
        value={value}
        autoComplete="off"
        dir="auto"
        aria-required
        readOnly={isBusy}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <CharacterCount id={`${id}-count`} text={value} maxLength={titleLengths.max} />
    </div>
  )
}

/** Language of the thread: guessed from the text until the author chooses one. */
function useLanguageChoice({ title, description }: Draft, initial: Locale | undefined) {
  const locale = useLocale()
  const [chosen, setChosen] = useState(initial)
  return {
    language: chosen ?? guessLanguage(`${title} ${description}`, locale),
    isGuess: chosen === undefined,
    choose: (value: string) => setChosen(locales.find((one) => one === value)),
  }
}

type FieldName = 'title' | 'section' | 'description'

function useThreadForm({
  sections,
  language,
  failed,
  onSignedOut,
  onSubmit,
  ...options
}: Omit<ThreadFormProps, 'button'>) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { draft, saved, change, submit, storeForLogIn } = useThreadDraft(options)
  const [isContinued] = useState(!isBlankDraft(draft))
  const [isTried, setTried] = useState(false)
  const typing = useTypingTime()
  const languageChoice = useLanguageChoice(draft, language)
  const isMissing = (name: FieldName) =>
    name === 'section' ? !sections.some(({ slug }) => slug === draft.section) : draft[name].trim() === ''
  const form = useForm(
    async () => {
      setTried(true)
      if (isMissing('title') || isMissing('section') || isMissing('description')) throw new BlankFields()
      if (!is_signed_in) {
        storeForLogIn()
        return onSignedOut()
      }
      await submit(() =>
        onSubmit({
          ...draft,
          language: languageChoice.language,
          ...(!isContinued && { typing_ms: typing.typingMs() }),
        }),
      )
    },
    (error) => {
      if (error instanceof BlankFields) return t('new_thread.fill_all')
      if (!(error instanceof ApiProblem) || error.status >= 500) return t('new_thread.wrong')
      if (error.status === 401) return t('new_thread.signed_out')
      return error.status === 403 ? (error.detail ?? failed) : failed
    },
  )
  const write = (changes: Partial<Draft>) => {
    typing.note()
    change(changes)
  }
  const errorOf = (name: FieldName) => (isTried && isMissing(name) ? t('new_thread.required') : form.errorOf(name))
  return { ...form, draft, saved, is_signed_in, write, errorOf, languageChoice }
}

export function ThreadForm({ button, ...props }: ThreadFormProps) {
  const t = useTranslate()
  const element = useRef<HTMLFormElement>(null)
  const { draft, saved, is_signed_in, write, isBusy, problem, errorOf, languageChoice, onSubmit } = useThreadForm(props)
  useEffect(preservePage, [])
  return (
    <form ref={element} className="mt-6 space-y-4" noValidate onSubmit={onSubmit}>
      <div className="grid gap-4">
        <TitleField
          value={draft.title}
          isBusy={isBusy}
          error={errorOf('title')}
          onChange={(title) => write({ title })}
        />
        <div className="grid gap-4 sm:grid-cols-2 md:max-w-xl">
          <ChoiceField
            label={t('new_thread.section')}
            value={draft.section}
            options={[
              { value: '', name: t('new_thread.choose') },
              ...props.sections.map(({ slug, name }) => ({ value: slug, name })),
            ]}
            error={errorOf('section')}
            onChange={(section) => write({ section })}
          />
          <ChoiceField
            label={t('new_thread.language')}
            value={languageChoice.language}
            options={locales.map((locale) => ({ value: locale, name: t(`new_thread.languages.${locale}`) }))}
            note={languageChoice.isGuess ? t('new_thread.guessed') : undefined}
            onChange={languageChoice.choose}
          />
        </div>
      </div>
      <div className="min-h-86">
        <MarkdownEditor
          label={t('new_thread.text')}
          value={draft.description}
          maxLength={descriptionLengths.max}
          hasPreviewBeside
          className="min-h-64"
          error={errorOf('description')}
          isBusy={isBusy}
          onChange={(description) => write({ description })}
          onSubmit={() => element.current?.requestSubmit()}
        />
      </div>
      {!is_signed_in && (
        <p role="note" className="rounded-lg bg-warning p-3">
          {t('new_thread.signed_out')}
        </p>
      )}
      <FormProblem text={problem} />
      <div className="grid items-center gap-3 sm:grid-cols-[auto_1fr] sm:*:first:w-56">
        <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
        <output className="text-sm text-muted">
          {saved === 'server' && t('new_thread.draft_saved')}
          {saved === 'device' && t('new_thread.draft_on_device')}
        </output>
      </div>
    </form>
  )
}

/** Returns the time from the first to the last key in ms, which the server's spam check uses. */
function useTypingTime() {
  const times = useRef<{ first: number; last: number } | null>(null)
  const note = () => {
    const now = performance.now()
    times.current = { first: times.current?.first ?? now, last: now }
  }
  const typingMs = () => (times.current ? Math.round(times.current.last - times.current.first) : 0)
  return { note, typingMs }
}
