import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc: 100 on every machine. */
const ticks = 100

/** Fields of /proc/PID/stat from the third on; the second is a name that may contain spaces. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
const sum = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0)

/** CPU seconds of a process with all its threads. */
export const cpuSeconds = (pid: number) => sum(statOf(pid), 11, 13) / ticks

/** CPU seconds of a process and its children, ended ones included. */
export function cpuSecondsOfTree(pid: number): number {
  const processTicks = sum(statOf(pid), 11, 15)
  const children = readdirSync('/proc').map((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  return (
    children.reduce(
      (total, fields) => (Number(fields[1]) === pid ? total + sum(fields, 11, 13) : total),
      processTicks,
    ) / ticks
  )
}

/** Memory in MB: VmRSS is the current value, VmHWM the peak. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
