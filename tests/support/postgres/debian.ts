import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const hasProgram = (program: string) => spawnSync(program, ['--version']).error === undefined

export function installProgram(name: string, program = name): boolean {
  if (hasProgram(program)) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', name]])
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore' })
  return hasProgram(program)
}
