import { prepareClient } from './prepare.ts'

const usage = `Usage: npm run cli -- COMMAND [OPTIONS]
  library import FILE   adds and changes what FILE holds; --help tells more
  library export FILE   writes the whole library to FILE, in the shape that import reads
  user create           adds an account, of any role; --help tells more
  user role             gives an account another role
Every command works on the database of the settings (DATABASE_URL, or the one in DATA_DIR while no server uses it).`

prepareClient()
const { StartProblem } = await import('../server/settings.ts')
const [noun, verb, ...args] = process.argv.slice(2)
try {
  if (noun === 'library' && verb === 'import') await (await import('./library-import.ts')).run(args)
  else if (noun === 'library' && verb === 'export') await (await import('./library-export.ts')).run(args)
  else if (noun === 'user') await (await import('./user.ts')).run(verb, args)
  else {
    console.error(usage)
    process.exitCode = noun === '--help' ? 0 : 1
  }
} catch (error) {
  const isPlain = error instanceof StartProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isPlain ? (error as Error).message : error)
  process.exitCode = 1
}
process.exit()
