import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { bench } from './places.ts'

const run = promisify(execFile)
export type Load = { url: string; seconds: number; connections?: number; pathsFile?: string }
export type Round = { requests: number; rate: number }

/** Debian's wrk, put in place by root; anyone else is asked to. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['--version']).error === undefined) return
  console.error('Installing wrk…')
  const { status } = spawnSync('apt-get', ['install', '-y', '-q', 'wrk'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (process.getuid?.() !== 0 || status !== 0)
    throw new Error('wrk is missing: install it (apt-get install wrk) and run this again.')
}

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

/** Loads one server with one thread; with a file of paths each request takes the next. Throws when any answer is a failure. */
export async function wrk({ url, seconds, connections = 32, pathsFile }: Load): Promise<Round> {
  const own = pathsFile ? ['-s', bench('next-path.lua'), url, '--', pathsFile] : [url]
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', ...own])
  const failures = numberIn(stdout, /Non-2xx or 3xx responses: (\d+)/)
  if (failures > 0 || stdout.includes('Socket errors')) throw new Error(`${url} did not answer well:\n${stdout}`)
  return { requests: numberIn(stdout, /(\d+) requests in/), rate: numberIn(stdout, /Requests\/sec:\s+([\d.]+)/) }
}
