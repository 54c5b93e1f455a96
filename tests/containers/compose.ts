import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Environment = Record<string, string | undefined>

export type Service = {
  image?: string
  command?: string[]
  user?: string
  environment?: Record<string, string | number | null>
  volumes?: string[]
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  restart?: string
  stop_grace_period?: string
  ports?: string[]
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: string[] | Record<string, { condition: string }>
  logging?: { driver: string; options: Record<string, string> }
}
export type Compose = { services: Record<string, Service>; volumes: Record<string, null> }

const variable = /\$\{(\w+)(?:(:?[-+?])([^${}]*))?\}/

/** Compose's `${A}`, `${A-b}`, `${A:-b}`, `${A:+b}`, innermost first. */
export function interpolate(text: string, environment: Environment): string {
  const found = variable.exec(text)
  if (!found) return text
  const [whole, name = '', operator = '', word = ''] = found
  const value = environment[name]
  const isThere = operator.startsWith(':') ? Boolean(value) : value !== undefined
  const filled = operator.endsWith('+') ? (isThere ? word : '') : isThere ? (value ?? '') : word
  return interpolate(
    text.replace(whole, () => filled),
    environment,
  )
}

export const variableNames = (text: string) => new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))

export function readCompose(environment: Environment = {}): Compose {
  const fill = (_key: unknown, value: unknown) => {
    if (typeof value !== 'string' || !value.includes('${')) return value
    const filled = interpolate(value, environment)
    return /^\d+$/.test(filled) ? Number(filled) : filled
  }
  return parse(readFileSync('docker-compose.yml', 'utf8'), fill, { merge: true }) as Compose
}

/** A name without a value is passed through, as in Compose. */
export function environmentOf({ environment = {} }: Service, settings: Environment): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => [name, value ?? settings[name]] as const)
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}
