import { maxTestRecords } from '#shared/admin/library.ts'
import type { PromptChanges } from '#shared/admin/library.ts'
import { Field } from '../../ui/field.tsx'
import { useTranslate } from './messages.ts'

type Records = PromptChanges['test_records']
type TestRecordFieldsProps = {
  records: Records
  errorOf: (name: string) => string | undefined
  onChange: (records: Records) => void
}

const fields = [
  ['model', 'fields.test_model', 'text'],
  ['version', 'fields.test_version', 'text'],
  ['tested_on', 'fields.test_day', 'date'],
  ['tested_by', 'fields.test_by', 'text'],
] as const

export function TestRecordFields({ records, errorOf, onChange }: TestRecordFieldsProps) {
  const t = useTranslate()
  const change = (at: number, changes: Partial<Records[number]>) =>
    onChange(records.map((record, index) => (index === at ? { ...record, ...changes } : record)))
  return (
    <fieldset>
      <legend className="font-semibold">{t('fields.test_records')}</legend>
      <p className="mt-1 text-sm text-muted">{t('fields.test_hint')}</p>
      {errorOf('test_records') && <p className="text-sm text-danger">{errorOf('test_records')}</p>}
      <ol className="mt-2 grid gap-4">
        {records.map((record, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a test has nothing else that names it
          <li key={at} className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
            {fields.map(([name, label, type]) => (
              <Field
                key={name}
                label={t(label, { place: at + 1 })}
                type={type}
                value={record[name]}
                error={errorOf(`test_records.${at}.${name}`)}
                onChange={({ target }) => change(at, { [name]: target.value })}
              />
            ))}
            <button
              type="button"
              className="button button-quiet lg:mt-7"
              onClick={() => onChange(records.filter((_record, index) => index !== at))}
            >
              {t('fields.remove_test', { place: at + 1 })}
            </button>
          </li>
        ))}
      </ol>
      {records.length < maxTestRecords && (
        <button
          type="button"
          className="button button-quiet mt-3"
          onClick={() => onChange([...records, { model: '', version: '', tested_on: '', tested_by: '' }])}
        >
          {t('fields.add_test')}
        </button>
      )}
    </fieldset>
  )
}
