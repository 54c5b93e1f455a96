import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import { root } from './paths.ts'

const file = join(root, 'docs', 'performance.md')
const head = ['what', 'required', 'measured', 'floor', 'verdict']
const verdict = ({ passed }: Figure) => (passed === undefined ? '' : passed ? 'met' : 'MISSED')
const cells = (figure: Figure) => [
  figure.what,
  figure.required ?? '',
  figure.measured,
  figure.floor ?? '',
  verdict(figure),
]

function printTable(figures: Figure[]) {
  const rows = [head, ...figures.map(cells)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function markdown(title: string, figures: Figure[], conditions: string): string {
  const rows = [head, head.map(() => '---'), ...figures.map(cells)]
  return `## ${title}\n\n${conditions}\n\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`
}

function writePart(section: string, text: string) {
  const [start, end] = [`<!-- measured:${section}:start -->`, `<!-- measured:${section}:end -->`]
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n'
  const part = `${start}\n${text}${end}`
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  writeFileSync(
    file,
    from !== -1 && to > from
      ? page.slice(0, from) + part + page.slice(to + end.length)
      : `${page.trimEnd()}\n\n${part}\n`,
  )
}

export function report(
  section: string,
  title: string,
  figures: Figure[],
  conditions: { postgres: string } & ({ prompts: number } | { content: string }),
): void {
  const { postgres } = conditions
  const content = 'content' in conditions ? conditions.content : `${conditions.prompts.toLocaleString('en')} prompts`
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, PostgreSQL ${postgres}`
  const summary = `\`npm run bench -- ${section}\` on ${new Date().toISOString().slice(0, 10)}, ${content}; ${machine}.`
  console.log(`\n${title}\n${summary}\n`)
  printTable(figures)
  writePart(section, markdown(title, figures, summary))
}
