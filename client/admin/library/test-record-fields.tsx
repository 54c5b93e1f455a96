import { maxTestRecords } from '#shared/admin/library.ts'
import type { PromptChanges } from '#shared/admin/library.ts'
import type { FieldContext } from '../fields.ts'
import { RowsField } from '../rows-field.tsx'
import { useTranslate } from './messages.ts'

/** Models with which somebody has tested the prompt. */
export function TestRecordFields({ draft, set, errorOf }: FieldContext<PromptChanges>) {
  const t = useTranslate()
  return (
    <RowsField
      legend={t('fields.test_records')}
      note={<p className="mt-1 text-sm text-muted">{t('fields.test_hint')}</p>}
      path="test_records"
      rows={draft.test_records}
      fields={[
        { name: 'model', label: (position) => t('fields.test_model', { place: position }) },
        { name: 'version', label: (position) => t('fields.test_version', { place: position }) },
        { name: 'tested_on', label: (position) => t('fields.test_day', { place: position }), type: 'date' },
        { name: 'tested_by', label: (position) => t('fields.test_by', { place: position }) },
      ]}
      most={maxTestRecords}
      add={t('fields.add_test')}
      remove={(position) => t('fields.remove_test', { place: position })}
      columns="sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      errorOf={errorOf}
      onChange={(test_records) => set({ test_records })}
    />
  )
}
