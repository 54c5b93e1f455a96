import { installProgram } from '../support/postgres/debian.ts'

export function requireProgram(name: string, program = name): void {
  if (!installProgram(name, program))
    throw new Error(`${program} is missing: install it (apt-get install ${name}) and run this again.`)
}
