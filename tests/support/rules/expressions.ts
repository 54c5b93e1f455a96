import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Expression = { source: string; flags: string; file: string }
type Node = {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: Node[]
  tag?: unknown
  quasi?: Node
  quasis?: { value: { raw: string } }[]
  value?: unknown
}

function sourceOf(argument: Node | undefined): string {
  const template = argument?.quasi ?? argument
  if (template?.quasis) return template.quasis.map(({ value }) => value.raw).join('x')
  return typeof argument?.value === 'string' ? argument.value : 'x'
}

function expressionsOf(node: unknown, file: string): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, regex, callee, arguments: callArguments } = node as Node
  const inside = Object.values(node).flatMap((child) => expressionsOf(child, file))
  if (type === 'Literal' && regex) return [{ source: regex.pattern, flags: regex.flags, file }]
  if (callee?.name !== 'RegExp') return inside
  return [
    ...inside,
    { source: sourceOf(callArguments?.[0]), flags: sourceOf(callArguments?.[1] ?? { value: '' }), file },
  ]
}

export const expressionsIn = (text: string, file: string) => expressionsOf(parseSync(file, text).program, file)

export const allExpressions = () =>
  globSync('{server,shared,client}/**/*.{ts,tsx}', { exclude: ['server/generated/**'] }).flatMap((file) =>
    expressionsIn(readFileSync(file, 'utf8'), file),
  )
