import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { percentile } from './figures.ts'

const run = promisify(execFile)

export type Round = { rate: number; p99Ms: number }

/** Runs the scripts equally often over 32 connections. Throws if a transaction fails. */
export async function pgbench(url: string, scripts: string[], seconds: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'))
  try {
    const files = scripts.map((_, at) => join(folder, `script-${at}`))
    await Promise.all(files.map((file, at) => writeFile(file, scripts[at] ?? '')))
    const load = [
      '-c32',
      `-T${seconds}`,
      '--no-vacuum',
      '--protocol=prepared',
      ...files.map((file) => `--file=${file}`),
    ]
    const { stdout } = await run('pgbench', [...load, '--log', `--log-prefix=${join(folder, 'log')}`, url])
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'))
    const lines = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))).join('').split('\n')
    // Line: client, transaction number, latency in µs, …
    const latencies = lines.slice(0, -1).map((line) => Number(line.split(' ')[2]) / 1_000)
    if (latencies.length === 0) throw new Error('pgbench did nothing in that time: the machine is too busy.')
    return {
      rate: Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]),
      p99Ms: percentile(latencies, 0.99),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
