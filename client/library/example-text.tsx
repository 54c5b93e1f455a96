import { Fragment } from 'react'
import type { ReactNode } from 'react'

const tableRow = /^\s*\|.*\|\s*$/
const columnRule = /^\s*\|[\s|:-]+$/
const fence = /^\s*```/
const mark = /\*\*(?=\S)(.+?)\*\*|`([^`]+)`/g

/** Renders bold and code. Other Markdown inside a line stays text. */
function withMarks(text: string): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, 1: bold, 2: code, index } of text.matchAll(mark)) {
    parts.push(text.slice(end, index), bold ? <b key={index}>{bold}</b> : <code key={index}>{code}</code>)
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}

const splitCells = (row: string) =>
  row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())

function Table({ rows }: { rows: string[] }) {
  const hasHead = columnRule.test(rows[1] ?? '')
  const body = rows.slice(hasHead ? 2 : 0)
  return (
    <div className="table-scroll">
      <table>
        {hasHead && (
          <thead>
            <tr>
              {splitCells(rows[0] ?? '').map((cell, at) => (
                <th key={at} scope="col">
                  {withMarks(cell)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((row, at) => (
            <tr key={at}>
              {splitCells(row).map((cell, column) => (
                <td key={column}>{withMarks(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Kind = 'text' | 'table' | 'code'
type Block = { kind: Kind; lines: string[] }

function blocksOf(example: string): Block[] {
  const blocks: Block[] = []
  let isFenced = false
  for (const line of example.split('\n')) {
    if (fence.test(line)) {
      isFenced = !isFenced
      blocks.push({ kind: isFenced ? 'code' : 'text', lines: [] })
      continue
    }
    const kind: Kind = isFenced ? 'code' : tableRow.test(line) ? 'table' : 'text'
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks.filter(({ kind, lines }) => kind === 'code' || lines.some((line) => line.trim()))
}

/** Sample output of an assistant. Tables, code, bold and headings are rendered, and line breaks stay. */
export function ExampleText({ example }: { example: string }) {
  return blocksOf(example).map(({ kind, lines }, at) => (
    <Fragment key={at}>
      {kind === 'table' && <Table rows={lines} />}
      {kind === 'code' && <pre className="whitespace-pre-wrap">{lines.join('\n')}</pre>}
      {kind === 'text' && (
        <p className="whitespace-pre-wrap">
          {withMarks(
            lines
              .join('\n')
              .trim()
              .replaceAll(/^#{1,6} (.+)$/gm, '**$1**'),
          )}
        </p>
      )}
    </Fragment>
  ))
}
