import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  markStopping,
  readOrCreateSecret,
  lockDataFolder,
  lockForCommand,
  createFolder,
} from '../../../server/settings/data-folder.ts'
import { createDataFolder } from '../../support/site.ts'
import { until } from '../../support/postgres/database.ts'

/** Of each test: what one that failed has locked stays locked. */
let folder = ''
beforeEach(() => {
  folder = createDataFolder()
})

/** Another process that takes the lock and keeps it. */
async function startOwner(of: string) {
  const work = `import { lockDataFolder } from ${JSON.stringify(new URL('../../../server/settings/data-folder.ts', import.meta.url).href)}
    globalThis.release = await lockDataFolder(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', work, of], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('the lock of a data folder', () => {
  test('is one process’s, which is told, and ends with it', async () => {
    const owner = await startOwner(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`Another server (process ${owner.pid}) is using ${folder}:`)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const release = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`)
    await release()
    expect(existsSync(join(folder, 'server.pid'))).toBe(false)
  })

  test('does not mind a number that another process has by now', async () => {
    writeFileSync(join(folder, 'server.pid'), String(process.ppid))
    const release = await lockDataFolder(folder)
    expect(readFileSync(join(folder, 'server.pid'), 'utf8')).toBe(String(process.pid))
    await release()
  })

  test('waits for whoever has it and has not said yet what it is', async () => {
    const release = await lockDataFolder(folder)
    rmSync(join(folder, 'server.pid'))
    const [server, command] = [lockDataFolder(folder), lockForCommand(folder)]
    expect(await Promise.race([server, command, sleep(500, 'waiting')])).toBe('waiting')
    writeFileSync(join(folder, 'server.pid'), String(process.pid))
    await expect(server).rejects.toThrow(`(process ${process.pid})`)
    expect(await command).toBeNull()
    await release()
  })

  test('is taken by one of many that start at once', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)))
    const taken = starts.filter((start) => start.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    await taken[0]?.value()
  })
})

describe('a start while another server stops', () => {
  test('waits for its end', async () => {
    const release = await lockDataFolder(folder)
    markStopping()
    const next = lockDataFolder(folder)
    expect(await Promise.race([next, sleep(500, 'waiting')])).toBe('waiting')
    await release()
    await (
      await next
    )()
  })

  test('ends by a signal', async () => {
    const release = await lockDataFolder(folder)
    markStopping()
    await expect(lockDataFolder(folder, AbortSignal.timeout(100))).rejects.toThrow('aborted')
    await release()
  })
})

describe('a command', () => {
  test('leaves the folder to a server that has it', async () => {
    const release = await lockDataFolder(folder)
    expect(await lockForCommand(folder)).toBeNull()
    await release()
  })

  test('takes the folder that a server is leaving, once it has', async () => {
    const release = await lockDataFolder(folder)
    markStopping()
    const next = lockForCommand(folder)
    expect(await Promise.race([next, sleep(500, 'waiting')])).toBe('waiting')
    await release()
    await (
      await next
    )?.()
  })

  test.each([
    ['server', lockDataFolder],
    ['command', lockForCommand],
  ])('that has the folder is waited for by the next %s, which says so once', async (_who, lock) => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const release = await lockForCommand(folder)
    const next = lock(folder)
    await until(() => said.mock.calls.length > 0)
    expect(await Promise.race([next, sleep(500, 'waiting')])).toBe('waiting')
    expect(said.mock.calls).toEqual([[`A command (process ${process.pid}) is using ${folder}: waiting until it ends.`]])
    await release?.()
    await (
      await next
    )?.()
  })
})

describe('a folder', () => {
  test('is made with all above it', async () => {
    await createFolder(join(folder, 'a/b/c'))
    await createFolder(join(folder, 'a/b/c'))
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true)
  })

  test.runIf(process.platform === 'linux')('is refused, in the end, where the system makes none', async () => {
    await expect(createFolder('/proc/none/a')).rejects.toThrow("ENOENT: no such file or directory, mkdir '/proc/none'")
  })
})

describe('the secret of a data folder', () => {
  test('is made once, also by many servers that start at once, for this user alone', async () => {
    const file = join(folder, 'secret')
    writeFileSync(`${file}.of-a-killed-server`, '')
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecret(file)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await readOrCreateSecret(file)).toBe(secrets[0])
    expect(readdirSync(folder).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  })

  test('is never an empty one that a full disk left behind', async () => {
    const file = join(folder, 'empty')
    writeFileSync(file, '')
    await expect(readOrCreateSecret(file)).rejects.toThrow(`The secret in ${file} is too short`)
  })

  test('is not made where the folder cannot be written', async () => {
    await expect(readOrCreateSecret(join(folder, 'none', 'secret'))).rejects.toThrow('ENOENT')
  })
})
