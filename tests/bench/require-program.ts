import { installProgram } from '../support/postgres/debian.ts'

/** Installs a program of a Debian package where we may; throws a sentence where it is missing after that. */
export function requireProgram(name: string, program = name): void {
  if (!installProgram(name, program))
    throw new Error(`${program} is missing: install it (apt-get install ${name}) and run this again.`)
}
