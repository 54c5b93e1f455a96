import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { secretSettings } from '../../server/settings/secret-files.ts'
import { parseSettings } from '../../server/settings/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = 'at least thirty-two characters long'
let files = 0
function write(text: string): string {
  const path = join(folder, String(files++))
  writeFileSync(path, text)
  return path
}

const refused = (environment: Record<string, string>) => {
  try {
    return JSON.stringify(parseSettings(environment))
  } catch (error) {
    return (error as Error).message
  }
}

describe('a secret in a file', () => {
  test.each([secret, `${secret}\n`, `${secret}\r\n`])('is read without its final line break: %j', (text) => {
    expect(parseSettings({ JWT_SECRET_FILE: write(text) }).JWT_SECRET).toBe(secret)
    expect(parseSettings({ JWT_SECRET_FILE: write(` ${text}`) }).JWT_SECRET).toBe(` ${secret}`)
  })

  test('is supported for each secret setting, and validated like a value', () => {
    const values: Record<string, string> = {
      SMTP_URL: 'smtp://mail.example.com',
      REDIS_URL: 'redis://x:6379',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      DATABASE_URL: 'postgresql://x/y',
      DATABASE_DIRECT_URL: 'postgresql://x/z',
      METRICS_TOKEN: 'token',
    }
    for (const name of secretSettings) {
      const environment = { DATABASE_URL: 'postgresql://x/y', STRIPE_WEBHOOK_SECRET: 'whsec_x', [name]: '' }
      const read = parseSettings({ ...environment, [`${name}_FILE`]: write(`${values[name] ?? secret}\n`) })
      expect([read[name as keyof typeof read]].flat()).toEqual([values[name] ?? secret])
    }
    expect(() => parseSettings({ JWT_SECRET_FILE: write('short') })).toThrow(
      'The setting JWT_SECRET is wrong: must have at least 32 characters.',
    )
  })

  test('is refused without printing it: set twice, missing, empty, or no file', () => {
    const path = write(secret)
    expect(refused({ JWT_SECRET: secret, JWT_SECRET_FILE: path })).toBe(
      'The settings JWT_SECRET and JWT_SECRET_FILE are both set: leave one of them out.',
    )
    expect(refused({ JWT_SECRET_FILE: '/nothing/here' })).toBe(
      'The setting JWT_SECRET_FILE (/nothing/here) is wrong: the file cannot be read (ENOENT).',
    )
    expect(refused({ SMTP_URL_FILE: folder, JWT_SECRET_FILE: write('\n') })).toMatch(
      /^The setting JWT_SECRET_FILE \(.*\) is wrong: the file is empty\. The setting SMTP_URL_FILE \(.*\) .*EISDIR\)\.$/,
    )
    expect(parseSettings({ JWT_SECRET: secret, JWT_SECRET_FILE: ' ' }).JWT_SECRET).toBe(secret)
  })

  test('is read by the payment sandbox too, which reports an unreadable one', () => {
    const { status, stderr } = spawnSync(process.execPath, ['server/sandbox/main.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, STRIPE_SECRET_KEY_FILE: '/nothing/here' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('The setting STRIPE_SECRET_KEY_FILE (/nothing/here) is wrong'),
    ])
    const unfit = spawnSync(process.execPath, ['server/sandbox/main.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, STRIPE_SECRET_KEY_FILE: write('sk_live_x') },
      encoding: 'utf8',
    })
    expect([unfit.status, unfit.stderr]).toEqual([
      1,
      expect.stringContaining('STRIPE_SECRET_KEY is wrong: must be a test key'),
    ])
  })
})

const check = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/healthcheck.ts', ...args], { env: environment }).then(
    () => true,
    () => false,
  )

test('the health check of the image fails if the server is not ready', async () => {
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = { HOST: '0.0.0.0', PORT: String(port) }
  expect(await check(environment)).toBe(true)
  status = 503
  expect(await check(environment)).toBe(false)
  expect(await check({}, `http://127.0.0.1:${port}/`)).toBe(true)
  server.close()
  expect(await check(environment)).toBe(false)
})
