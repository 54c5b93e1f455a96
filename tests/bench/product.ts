import { join } from 'node:path'
import { folder } from './paths.ts'
import { waitForLine, startProgram } from './programs.ts'

export type Product = { origin: string; pid: number; stop: () => Promise<void> }

export async function startProduct(url: string, settings: Record<string, string> = {}): Promise<Product> {
  const program = startProgram('server/start/main.ts', [], {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'site'),
    JWT_SECRET: 'the secret of a measured server, the same each time',
    PORT: '0',
    LIMITS: 'off',
    PAYMENTS: 'off',
    ...settings,
  })
  const [, origin = ''] = await waitForLine(program, /is ready at (\S+)/)
  return { origin, pid: program.pid, stop: program.stop }
}
