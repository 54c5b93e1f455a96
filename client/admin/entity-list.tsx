import { useQuery } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { Link } from '../app/link.tsx'
import { AddLink, ListState } from './list.tsx'
import { useTranslate } from './messages.ts'
import { OrderedRows, useMoveRow } from './ordered-rows.tsx'
import { useFlashMessage } from './use-flash-message.ts'

export type RowProps = {
  /** Path of the item's page; undefined: the row has no link. */
  to?: string | undefined
  name: string
  /** Shown in bold before the notes. */
  state?: string | false | undefined
  notes?: readonly (string | false | null | undefined)[]
  before?: ReactNode
  after?: ReactNode
}

/** Row of a list: a card with the name of an item, which links to its page, and notes. */
export function EntityRow({ to, name, state, notes = [], before, after }: RowProps) {
  const shown = notes.filter((note) => typeof note === 'string' && note !== '')
  return (
    <div className="entity-row">
      {before}
      <div className="min-w-0 flex-1">
        {to === undefined ? (
          <span dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </span>
        ) : (
          <Link to={to} dir="auto" className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline">
            {name}
          </Link>
        )}
        <p className="empty:hidden flex flex-wrap gap-x-3 text-sm text-muted">
          {state && <strong className="text-text">{state}</strong>}
          {shown.map((note, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two notes may be equal, such as a tier and a plan
            <span key={index} className="wrap-anywhere">
              {note}
            </span>
          ))}
        </p>
      </div>
      {after}
    </div>
  )
}

/** Manual order of a list. */
type Order<Row> = {
  /** Query of the list; it receives the new order before the server's answer is read again. */
  listKey: QueryKey
  /** Queries that a move invalidates. */
  keys: readonly QueryKey[]
  /** API path that moves a row. */
  pathOf: (row: Row) => string
  show: (text: string) => void
}

type EntityRowsProps<Row> = {
  rows: readonly Row[] | undefined
  isError: boolean
  label: string
  empty: ReactNode
  row: (row: Row) => RowProps
  order?: Order<Row> | undefined
  list?: Ref<HTMLUListElement>
}

/** Rows of a list. With `order`, they have arrow buttons that move them. */
export function EntityRows<Row extends { id: number }>({ order, list, ...props }: EntityRowsProps<Row>) {
  const { rows, isError, label, empty, row } = props
  if (order) return <OrderedEntityRows {...props} order={order} />
  return (
    <ListState rows={rows} isError={isError} empty={empty}>
      {(listed) => (
        <ul ref={list} aria-label={label} className="entity-rows">
          {listed.map((one) => (
            <li key={one.id}>
              <EntityRow {...row(one)} />
            </li>
          ))}
        </ul>
      )}
    </ListState>
  )
}

type OrderedProps<Row> = EntityRowsProps<Row> & { order: Order<Row> }

function OrderedEntityRows<Row extends { id: number }>({ rows, isError, label, empty, row, order }: OrderedProps<Row>) {
  const nameOf = (one: Row) => row(one).name
  const { isMoving, move } = useMoveRow({ rows, nameOf, ...order })
  return (
    <ListState rows={rows} isError={isError} empty={empty}>
      {(listed) => (
        <OrderedRows
          rows={listed}
          {...{ label, nameOf, isMoving, move }}
          render={(one, arrows) => <EntityRow {...row(one)} after={arrows} />}
        />
      )}
    </ListState>
  )
}

type ListPageProps = {
  note?: string | undefined
  add?: { to: string; label: string }
  /** Above the rows, such as filters. */
  above?: ReactNode
  /** Below the rows, such as a button that loads more. */
  below?: ReactNode
  isOrdered?: boolean
  /** Renders the rows; `show` shows a message. */
  children: (show: (text: string) => void) => ReactNode
}

/** Frame of a list: a note, a link to a new item, and the message of a save or removal. */
export function ListPage({ note, add, above, below, isOrdered = false, children }: ListPageProps) {
  const t = useTranslate()
  const { notice, show } = useFlashMessage()
  return (
    <>
      {note !== undefined && <p className="max-w-prose text-muted">{note}</p>}
      {add && <AddLink {...add} />}
      {above}
      {isOrdered && <p className="mt-4 text-sm text-muted">{t('order.note')}</p>}
      {children(show)}
      {below}
      {notice}
    </>
  )
}

/** List of one kind of item, which is short enough for one request. */
export type Listing<Row> = Pick<ListPageProps, 'note'> & {
  query: UseQueryOptions<Row[], Error, Row[], string[]> & { queryKey: string[] }
  label: string
  /** Label of the link to a new item. */
  add: string
  empty: string
  /** Row of an item, which links to the item's page. */
  row: (row: Row) => RowProps
  /** API path that moves an item: the list then has a manual order. */
  movePath?: (row: Row) => string
  /** Parts of the list, each with a heading. Default: the list has no parts. */
  groups?: readonly { title: string; isOf: (row: Row) => boolean }[]
}

type EntityListProps<Row> = {
  listing: Listing<Row>
  pages: { item: (id: number | string) => string }
  keys: readonly QueryKey[]
}

/** Page with the list of one kind of item. */
export function EntityList<Row extends { id: number }>({ listing, pages, keys }: EntityListProps<Row>) {
  const { query, label, add, empty, row, movePath, groups, note } = listing
  const { data, isError } = useQuery(query)
  const rowsOf = (rows: Row[] | undefined, name: string, show: (text: string) => void) => (
    <EntityRows
      {...{ rows, isError, empty }}
      label={name}
      row={(one) => ({ to: pages.item(one.id), ...row(one) })}
      order={movePath && { listKey: query.queryKey, keys, pathOf: movePath, show }}
    />
  )
  return (
    <ListPage note={note} add={{ to: pages.item('new'), label: add }} isOrdered={movePath !== undefined}>
      {(show) =>
        groups?.map(({ title, isOf }) => (
          <section key={title} className="mt-6 max-w-3xl">
            <h2 className="text-xl font-bold">{title}</h2>
            {rowsOf(data?.filter(isOf), title, show)}
          </section>
        )) ?? <div className="max-w-3xl">{rowsOf(data, label, show)}</div>
      }
    </ListPage>
  )
}
