import type { ReactNode } from 'react'

type Column<Row> = {
  name: string
  render: (row: Row) => ReactNode
  className?: string
  isNumber?: boolean
}
type TableProps<Row> = {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The cells of the first column are the heads of their rows. */
  columns: readonly Column<Row>[]
  className?: string
  rowClassName?: string
}

export function Table<Row>({
  caption,
  rows,
  keyOf,
  columns,
  className = 'text-sm',
  rowClassName = 'border-t border-line',
}: TableProps<Row>) {
  return (
    <table className={`w-full text-left ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="align-bottom text-sm text-muted">
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" className={`pb-2 ${isNumber ? 'text-right' : 'pr-4'}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={rowClassName}>
            {columns.map(
              ({ name, render, isNumber, className: cellClassName = isNumber ? 'py-2 pl-3' : 'py-3 pr-4' }, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={name}
                    scope={at === 0 ? 'row' : undefined}
                    className={`${cellClassName} ${isNumber ? 'text-right' : ''}`}
                  >
                    {render(row)}
                  </Cell>
                )
              },
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
