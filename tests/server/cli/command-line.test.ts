import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../../scripts/cli/program.ts'

/** Lists every command: a verb of a noun, or a noun without verbs. */
function listCommands(command: Command, path: string[] = []): { name: string; command: Command }[] {
  if (command.commands.length === 0) return [{ name: path.join(' '), command }]
  return command.commands.flatMap((child) => listCommands(child, [...path, child.name()]))
}

const program = await createProgram()
const commands = listCommands(program)
const reading = /( (list|show|export|deliveries)|^stats \w+|^doctor)$/

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text
}

test('the command line has the nouns that this test lists', () => {
  expect(new Set(commands.map(({ name }) => name.split(' ')[0]))).toEqual(
    new Set('user access library news plan stripe stats sandbox jobs backup restore doctor'.split(' ')),
  )
})

describe.each(commands)('npm run cli -- $name --help', ({ name, command }) => {
  const help = helpOf(command)
  test('shows a description, an example, and --json', () => {
    expect(command.description()).toMatch(/\.$/)
    expect(help).toMatch(new RegExp(`  npm run (-s )?cli -- ${name}\\b`))
    expect(help).toContain('--json')
  })
  test('has the option --dry-run if the command writes', () => {
    expect(command.options.some(({ long }) => long === '--dry-run')).toBe(!reading.test(name))
  })
})

test('every example uses existing commands and options', () => {
  const helps = [program, ...commands.map(({ command }) => command)].map(helpOf).join('\n')
  const examples = [...new Set(helps.match(/(?<=^ {2}npm run (-s )?cli -- ).*/gm))]
  expect(examples.length).toBeGreaterThan(commands.length)
  for (const example of examples) {
    const found = commands.find(({ name }) => `${example} `.startsWith(`${name} `))
    expect.soft(found?.name, example).toBeDefined()
    for (const option of example.match(/--[a-z][\w-]*/g) ?? [])
      expect.soft(option === '--help' || found?.command.options.some(({ long }) => long === option), example).toBe(true)
  }
})

test.each(['plan', 'backup', 'constructor', undefined])(
  'the noun %s loads its own commands only, or all commands if it is unknown',
  async (noun) => {
    const names = (await createProgram(noun)).commands.map((command) => command.name())
    expect(names).toEqual(
      noun === 'plan' || noun === 'backup' ? [noun] : program.commands.map((command) => command.name()),
    )
  },
)
