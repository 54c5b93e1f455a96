import { expect, test } from 'vitest'
import { lockDataFolder } from '../../../server/settings/data-folder.ts'
import { folder } from '../../bench/paths.ts'
import { runServer } from '../../support/site.ts'

test('a second run of the benchmark is refused while the first run uses the database', async () => {
  const release = await lockDataFolder(folder)
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'tests/bench/main.ts', 'read']
  const { code, output } = await runServer({}, { command }).exited
  await release()
  expect(code).toBe(1)
  expect(output).toMatch(/^Another server \(process \d+\) is using \S+bench: stop it,.*\n$/)
})
