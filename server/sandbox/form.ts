import { invalidRequest } from './errors.ts'

export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

const maxFields = 2_000
const mostDepth = 10

type Node = string | Map<string, Node>

function place(node: Map<string, Node>, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(node.size) : name
  if (rest.length === 0) return void node.set(key, value)
  const child = node.get(key)
  const next = child instanceof Map ? child : new Map<string, Node>()
  node.set(key, next)
  place(next, rest, value)
}

function valueOf(node: Node): FormValue {
  if (typeof node === 'string') return node
  const isList = node.size > 0 && [...node.keys()].every((key, at) => key === String(at))
  return isList ? [...node.values()].map(valueOf) : formOf(node)
}

function formOf(node: Map<string, Node>): Form {
  const form: Form = Object.create(null) as Form
  for (const [key, child] of node) form[key] = valueOf(child)
  return form
}

/** Reads `items[0][price]=…` and `expand[]=…` as Stripe does. */
export function parseForm(text: string): Form {
  const root = new Map<string, Node>()
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > maxFields) throw invalidRequest('Too many parameters.')
  for (const [name, value] of pairs) {
    const path = [name.replace(/\[.*/s, ''), ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
    if (path.length > mostDepth) throw invalidRequest(`Too many levels: ${name}`)
    place(root, path, value)
  }
  return formOf(root)
}
