import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bench } from './paths.ts'

const run = promisify(execFile)
export type Load = {
  url: string
  seconds: number
  pathsFile?: string
  headers?: Record<string, string>
}
export type Round = { requests: number; rate: number; p99Ms: number }

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)

const milliseconds = { us: 0.001, ms: 1, s: 1000, m: 60_000 }
function roundOf(output: string): Round {
  const [, time, unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(output) ?? []
  return {
    requests: numberIn(output, /(\d+) requests in/),
    rate: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
    p99Ms: Number(time) * milliseconds[unit as keyof typeof milliseconds],
  }
}
const usual = (seconds: number) => ['-t1', '-c32', `-d${seconds}s`, '--timeout', '10s', '--latency']

/** Runs one thread with 32 connections; each request takes the next path of a file. Throws if a response failed. */
export async function wrk({ url, seconds, pathsFile, headers = {} }: Load): Promise<Round> {
  const targetArguments = pathsFile ? ['-s', bench('next-path.lua'), url, '--', pathsFile] : [url]
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [...usual(seconds), ...headerArguments, ...targetArguments])
  const failures = numberIn(stdout, /Non-2xx or 3xx responses: (\d+)/)
  if (failures > 0 || stdout.includes('Socket errors')) throw new Error(`${url} did not answer well:\n${stdout}`)
  return roundOf(stdout)
}

export async function flood(url: string, seconds: number): Promise<Round> {
  const { stdout } = await run('wrk', [...usual(seconds), '-s', bench('log-in.lua'), url])
  return roundOf(stdout)
}
