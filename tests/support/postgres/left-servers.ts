import { afterAll, afterEach, beforeEach } from 'vitest'
import { removeDataFolders, runningServers } from '../site.ts'
import type { RunningServer } from '../site.ts'

let earlier = new Set<RunningServer>()

beforeEach(() => {
  earlier = new Set(runningServers)
})

/** Ends servers left by a failed test: the next test may need their folder or port. */
afterEach(async ({ task }) => {
  if (task.concurrent) return
  const left = [...runningServers].filter((server) => !earlier.has(server))
  for (const { process } of left) process.kill('SIGKILL')
  await Promise.all(left.map(({ exited }) => exited))
})

afterAll(removeDataFolders)
