import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { changePostStatus, editablePosts } from '../../server/blog/editable-posts.ts'
import { parsePostFile, PostFileProblem } from '../../server/blog/front-matter.ts'
import { importPost } from '../../server/blog/import-posts.ts'
import type { ImportedPost } from '../../server/blog/import-posts.ts'
import { db } from '../../server/database/db.ts'
import { getWithEtag } from '../../server/editing/edit.ts'
import { closeMarkdown, configureMarkdown } from '../../server/markdown/markdown.ts'
import { translateMessage } from '../../server/translate.ts'
import { FieldProblem } from '../../server/problem.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { createStatusLine } from './status-line.ts'
import { withMigratedDatabase } from './migrated-database.ts'

const aboutNews = `
A FILE is Markdown with front matter. Slug and locale come from its name, such as my-post.en.md, or from the front matter:
  ---
  title: Five parts of a prompt
  excerpt: What to say first.
  tags: Basics, Examples
  status: scheduled            (draft, scheduled or published; draft if omitted)
  published_at: 2027-01-15T09:00:00Z
  author: Ana Ruiz             (also: slug, locale, cover_alt, featured: yes)
  ---
Posts are matched by slug. Importing a file again changes nothing, and fields that a file omits stay as they are. Covers are
uploaded in the admin area. Rejected files are listed with the reason, and the exit code is 2. Examples:
  npm run cli -- news import posts/*.md --dry-run
  npm run cli -- news list
  npm run cli -- news publish five-parts-of-a-prompt
  npm run cli -- news schedule five-parts-of-a-prompt --at 2027-01-15T09:00:00Z
  npm run cli -- news unpublish five-parts-of-a-prompt --dry-run`

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch(({ message }: Error) => {
    throw new PostFileProblem(`The file cannot be read: ${message}.`)
  })
  if (!isUtf8(bytes)) throw new PostFileProblem('The file is not UTF-8.')
  return bytes.toString()
}

/** Returns the message of an error in the file. Throws other errors. */
function problemOf(error: unknown): string {
  if (error instanceof FieldProblem) return translateMessage('en', error.messageKey)
  if (error instanceof PostFileProblem) return error.message
  throw error
}

async function importFiles(files: string[], options: CommandOptions) {
  const { dryRun = false } = options
  const { PUBLIC_URL, SITE_NAME } = parseSettings(process.env)
  const status = createStatusLine()
  const posts: { file: string; outcome: ImportedPost | 'rejected'; problem?: string }[] = []
  configureMarkdown(PUBLIC_URL)
  await withMigratedDatabase(async () => {
    for (const [index, file] of files.entries()) {
      status.show(`${index} of ${files.length} files`)
      try {
        const post = parsePostFile(file, await readText(file))
        posts.push({ file, outcome: await importPost(post, { dryRun, author_name: SITE_NAME }) })
      } catch (error) {
        posts.push({ file, outcome: 'rejected', problem: problemOf(error) })
      }
    }
  }).finally(closeMarkdown)
  status.clear()
  const count = (outcome: string) => posts.filter((post) => post.outcome === outcome).length
  const rejected = posts.flatMap(({ file, problem }) => (problem === undefined ? [] : [`${file}: ${problem}`]))
  for (const sentence of rejected) console.error(sentence)
  printResult(
    options,
    `${count('added')} posts ${dryRun ? 'would be ' : ''}added, ${count('changed')} changed, ${count('unchanged')} unchanged, ${rejected.length} rejected.`,
    { posts, dry_run: dryRun },
  )
  if (rejected.length > 0) process.exitCode = 2
}

async function list(options: CommandOptions) {
  await withMigratedDatabase(async () => {
    const rows = await db.post.findMany({
      select: { slug: true, status: true, published_at: true, texts: { select: { locale: true, title: true } } },
      orderBy: [{ published_at: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    })
    const lines = rows.map(
      ({ slug, status, published_at, texts }) =>
        `${published_at?.toISOString() ?? 'no date'.padEnd(24)}  ${status.padEnd(9)}  ${slug}  ${texts.map(({ locale }) => locale).join(', ')}`,
    )
    printResult(options, lines.join('\n') || 'There are no posts.', { posts: rows })
  })
}

type Publication = { status: 'draft' | 'scheduled' | 'published'; published_at: Date | null }

async function change(
  slug: string,
  options: CommandOptions,
  publicationOf: (former: Date | null) => Publication,
  outcome: string,
) {
  const { dryRun = false } = options
  await withMigratedDatabase(async () => {
    const found = await db.post.findUnique({ where: { slug }, select: { id: true } })
    if (!found) throw new StartProblem(`There is no post ${slug}. news list shows all posts.`)
    const { item, etag } = await getWithEtag(editablePosts, found.id)
    const publication = publicationOf(item.published_at === null ? null : new Date(item.published_at))
    const editor = { id: null }
    if (!dryRun) await changePostStatus({ id: found.id, if_match: etag, editor }, publication)
    printResult(options, `${slug} ${dryRun ? 'would be' : 'is'} ${outcome}; it was ${item.status}.`, {
      slug,
      former_status: item.status,
      ...publication,
      dry_run: dryRun,
    })
  })
}

/** Publishes a post now. A date in the past is retained. */
const publish = (slug: string, options: CommandOptions) =>
  change(
    slug,
    options,
    (former) => ({ status: 'published', published_at: former && former <= new Date() ? former : new Date() }),
    'published',
  )
const unpublish = (slug: string, options: CommandOptions) =>
  change(slug, options, (former) => ({ status: 'draft', published_at: former }), 'a draft')
const schedule = (slug: string, { at, ...options }: CommandOptions & { at: Date }) =>
  change(slug, options, () => ({ status: 'scheduled', published_at: at }), `scheduled for ${at.toISOString()}`)

function parseMoment(text: string): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('Expected a time like 2027-01-15T09:00:00Z.')
  if (moment.getTime() <= Date.now())
    throw new InvalidArgumentError('This time has passed. Use news publish to publish at once.')
  return moment
}

export function addNewsCommands(program: Command): void {
  const news = program.command('news').description('Lists, imports and publishes posts.')
  news.addHelpText('after', aboutNews)
  addVerb(news, 'list', 'Lists all posts, including drafts.').addHelpText('after', aboutNews).action(list)
  addWritingVerb(news, 'import', 'Adds and changes posts from Markdown files.')
    .argument('<files...>')
    .addHelpText('after', aboutNews)
    .action(importFiles)
  for (const [name, about, action] of [
    ['publish', 'Publishes a post at once.', publish],
    ['unpublish', 'Turns a post into a draft.', unpublish],
  ] as const)
    addWritingVerb(news, name, about).argument('<slug>').addHelpText('after', aboutNews).action(action)
  addWritingVerb(news, 'schedule', 'Publishes a post at a future time.')
    .argument('<slug>')
    .requiredOption('--at <moment>', 'such as 2027-01-15T09:00:00Z', parseMoment)
    .addHelpText('after', aboutNews)
    .action(schedule)
}
