import type { AuditSource } from '#shared/admin/audit.ts'

let source: AuditSource = 'job'

/** Through what this process does what nobody who is signed in does. */
export const programSource = () => source

/** Called by the command line as it starts. */
export function setProgramSource(program: AuditSource): void {
  source = program
}
