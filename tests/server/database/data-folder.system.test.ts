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

/** A new folder for each test, since a failed test leaves its lock. */
let folder = ''
beforeEach(() => {
  folder = createDataFolder()
})

/** Starts another process that holds the lock. */
async function startOwner(of: string) {
  const script = `import { lockDataFolder } from ${JSON.stringify(new URL('../../../server/settings/data-folder.ts', import.meta.url).href)}
    globalThis.release = await lockDataFolder(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, of], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

describe('the lock of a data folder', () => {
  test('is held by one process until it ends, and other processes get an error with its id', async () => {
    const owner = await startOwner(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`Another server (process ${owner.pid}) is using ${folder}:`)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const release = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`)
    await release()
    expect(existsSync(join(folder, 'server.pid'))).toBe(false)
  })

  test('ignores the id of a process that is not a server of this folder', async () => {
    writeFileSync(join(folder, 'server.pid'), String(process.ppid))
    const release = await lockDataFolder(folder)
    expect(readFileSync(join(folder, 'server.pid'), 'utf8')).toBe(String(process.pid))
    await release()
  })

  test('waits for a process that holds the lock and has not written its id', async () => {
    const release = await lockDataFolder(folder)
    rmSync(join(folder, 'server.pid'))
    const [server, command] = [lockDataFolder(folder), lockForCommand(folder)]
    expect(await Promise.race([server, command, sleep(500, 'waiting')])).toBe('waiting')
    writeFileSync(join(folder, 'server.pid'), String(process.pid))
    await expect(server).rejects.toThrow(`(process ${process.pid})`)
    expect(await command).toBeNull()
    await release()
  })

  test('is acquired by one of eight processes that start concurrently', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)))
    const acquired = starts.filter((start) => start.status === 'fulfilled')
    expect(acquired).toHaveLength(1)
    await acquired[0]?.value()
  })
})

describe('a server start while another server stops', () => {
  test('waits until the other server has ended', async () => {
    const release = await lockDataFolder(folder)
    markStopping()
    const next = lockDataFolder(folder)
    expect(await Promise.race([next, sleep(500, 'waiting')])).toBe('waiting')
    await release()
    await (
      await next
    )()
  })

  test('can be ended by a signal', async () => {
    const release = await lockDataFolder(folder)
    markStopping()
    await expect(lockDataFolder(folder, AbortSignal.timeout(100))).rejects.toThrow('aborted')
    await release()
  })
})

describe('a command', () => {
  test('does not get the lock while a server holds it', async () => {
    const release = await lockDataFolder(folder)
    expect(await lockForCommand(folder)).toBeNull()
    await release()
  })

  test('gets the lock when a stopping server releases it', async () => {
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
  ])('that holds the lock delays the next %s, which logs this once', async (_who, lock) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const release = await lockForCommand(folder)
    const next = lock(folder)
    await until(() => warn.mock.calls.length > 0)
    expect(await Promise.race([next, sleep(500, 'waiting')])).toBe('waiting')
    expect(warn.mock.calls).toEqual([[`A command (process ${process.pid}) is using ${folder}: waiting until it ends.`]])
    await release?.()
    await (
      await next
    )?.()
  })
})

describe('creating a folder', () => {
  test('creates its parent folders', async () => {
    await createFolder(join(folder, 'a/b/c'))
    await createFolder(join(folder, 'a/b/c'))
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true)
  })

  test.runIf(process.platform === 'linux')('fails if the operating system refuses it', async () => {
    await expect(createFolder('/proc/none/a')).rejects.toThrow("ENOENT: no such file or directory, mkdir '/proc/none'")
  })
})

describe('the secret of a data folder', () => {
  test('is created once by eight concurrent servers, and is readable by this user only', async () => {
    const file = join(folder, 'secret')
    writeFileSync(`${file}.of-a-killed-server`, '')
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecret(file)))
    expect(new Set(secrets).size).toBe(1)
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await readOrCreateSecret(file)).toBe(secrets[0])
    expect(readdirSync(folder).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
  })

  test('is refused if its file is empty because the disk was full', async () => {
    const file = join(folder, 'empty')
    writeFileSync(file, '')
    await expect(readOrCreateSecret(file)).rejects.toThrow(`The secret in ${file} is too short`)
  })

  test('is not created if the folder is not writable', async () => {
    await expect(readOrCreateSecret(join(folder, 'none', 'secret'))).rejects.toThrow('ENOENT')
  })
})
