import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onExit } from './cleanups.ts'
import { root } from './paths.ts'

export type Program = { child: ChildProcess; pid: number; stop: () => Promise<void> }

export function startProgram(file: string, args: string[], environment: Record<string, string>): Program {
  const { PATH = '', HOME = '', MALLOC_ARENA_MAX = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    cwd: root,
    env: { PATH, HOME, MALLOC_ARENA_MAX, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = onExit(async () => {
    child.kill('SIGTERM')
    await exited
  })
  return { child, pid: child.pid ?? 0, stop }
}

/** First line that matches. Throws if the program ends before. */
export async function waitForLine({ child }: Program, pattern: RegExp): Promise<RegExpExecArray> {
  const { stdout } = child
  if (!stdout) throw new Error('The program was started without an output.')
  const output: string[] = []
  return new Promise<RegExpExecArray>((resolve, reject) => {
    const lines = createInterface({ input: stdout })
    lines.on('line', (line) => {
      const match = pattern.exec(line)
      if (match) resolve(match)
      else output.push(line)
    })
    lines.on('close', () => reject(new Error(`The program ended: ${output.join('\n')}`)))
  })
}
