import type { ReactNode } from 'react'
import { Field } from '../ui/field.tsx'

type Row = Record<string, string>
type RowsFieldProps<One extends Row> = {
  legend: string
  /** Between the legend and the rows. */
  note?: ReactNode
  /** Path of the rows in the draft, for their errors. */
  path: string
  rows: readonly One[]
  fields: readonly { name: keyof One & string; label: (position: number) => string; type?: string }[]
  most: number
  add: string
  remove: (position: number) => string
  /** Columns of a row, as classes. */
  columns: string
  /** Beside the button that adds a row. */
  actions?: ReactNode
  errorOf: (path: string) => string | undefined
  onChange: (rows: One[]) => void
}

/** List of objects whose values are lines of text; rows can be added and removed. */
export function RowsField<One extends Row>(props: RowsFieldProps<One>) {
  const { legend, note, path, rows, fields, most, add, remove, columns, actions, errorOf, onChange } = props
  const change = (position: number, name: string, value: string) =>
    onChange(rows.map((row, index) => (index === position ? { ...row, [name]: value } : row)))
  const addRow = () => onChange([...rows, Object.fromEntries(fields.map(({ name }) => [name, ''])) as One])
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {note}
      {errorOf(path) && <p className="text-sm text-danger">{errorOf(path)}</p>}
      <ol className="mt-2 grid gap-4">
        {rows.map((row, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
          <li key={position} className={`grid items-start gap-3 ${columns}`}>
            {fields.map(({ name, label, type = 'text' }) => (
              <Field
                key={name}
                label={label(position + 1)}
                type={type}
                value={row[name]}
                error={errorOf(`${path}.${position}.${name}`)}
                onChange={({ target }) => change(position, name, target.value)}
              />
            ))}
            <button
              type="button"
              className="button button-quiet sm:mt-7"
              onClick={() => onChange(rows.filter((_row, index) => index !== position))}
            >
              {remove(position + 1)}
            </button>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap gap-3">
        {rows.length < most && (
          <button type="button" className="button button-quiet" onClick={addRow}>
            {add}
          </button>
        )}
        {actions}
      </p>
    </fieldset>
  )
}
