import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

function filesOf(client: string): string[] {
  const path = join(client, '.vite/manifest.json')
  if (!existsSync(path)) return []
  const entries = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Manifest)
  return [...new Set(entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))].toSorted()
}

/** Copies the assets of the former build, so that pages opened before a deploy can load their files. */
export function copyFormerAssets(former: string, next: string): void {
  const files = filesOf(former)
  if (files.length === 0) return
  const isSame = files.join() === filesOf(next).join()
  const copied = isSame
    ? readdirSync(join(former, 'assets')).map((name) => `assets/${name}`)
    : files.flatMap((file) => [file, `${file}.br`, `${file}.gz`])
  for (const file of copied)
    if (existsSync(join(former, file)) && !existsSync(join(next, file)))
      copyFileSync(join(former, file), join(next, file))
}
