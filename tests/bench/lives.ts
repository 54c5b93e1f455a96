import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './places.ts'

/** Lives of one seed: after a break, `--seed` goes on with the next one. */
const livesPerSeed = 500

async function runSeed(seed: number, count: number): Promise<boolean> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--retry=0',
    '--reporter=dot',
    'tests/server/lives.system.test.ts',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, LIVES: String(count), LIVES_SEED: String(seed) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Lets many subscribers live random lives; throws at the first that ends wrong, which is printed in its shortest form. */
export async function lives(runs: number, seed: number): Promise<void> {
  for (let [left, next] = [runs, seed]; left > 0; [left, next] = [left - livesPerSeed, next + 1]) {
    const startedAt = performance.now()
    const count = Math.min(livesPerSeed, left)
    if (!(await runSeed(next, count))) throw new Error(`A life of seed ${next} ended wrong.`)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(`Seed ${next}: ${count} lives in ${seconds} s; ${left - count} are left.`)
  }
}
