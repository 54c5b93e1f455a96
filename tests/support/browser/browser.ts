import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/** The headless shell is first: tests need 25 % less time in it. */
const usual = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...usual, chromium.executablePath()].find((path) => path && existsSync(path))
}

export function installBrowser(): void {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const commands = isDebianRoot
    ? [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
      ]
    : [[process.execPath, 'node_modules/playwright-core/cli.js', 'install', '--with-deps', 'chromium']]
  for (const [program = '', ...args] of commands) {
    const { status, stderr } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (status !== 0) throw new Error(`No browser could be installed: ${program} failed.\n${stderr}`)
  }
}

export function launchBrowser({ port }: { port?: number } = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No browser was found: npm test installs one.')
  const quiet = ['background-networking', 'component-update', 'sync', 'gpu'].map((feature) => `--disable-${feature}`)
  const steering = port === undefined ? [] : [`--remote-debugging-port=${port}`]
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet, ...steering] })
}
