import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks in a second, as Linux tells them to programs whatever its own clock. */
const ticks = 100

/** The fields of /proc/PID/stat from the third on: the second is a name that may hold spaces. */
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

/** Seconds of processor time that a process has had, all its threads together. */
export const processorTime = (pid: number) => sum(statOf(pid), 11, 13) / ticks

/** The same of a process and its children, those that have ended included. */
export function processorTimeOfTree(pid: number): number {
  const ownTicks = sum(statOf(pid), 11, 15)
  const children = readdirSync('/proc').map((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  return (
    children.reduce((total, fields) => (Number(fields[1]) === pid ? total + sum(fields, 11, 13) : total), ownTicks) /
    ticks
  )
}

/** Megabytes of memory: VmRSS is what a process has now, VmHWM the most that it ever had. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
