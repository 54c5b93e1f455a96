import type { AuditSource } from '#shared/admin/audit.ts'

let source: AuditSource = 'job'

/** Audit source of changes that no signed-in person makes: the command line or a job. */
export const programSource = () => source

export function setProgramSource(program: AuditSource): void {
  source = program
}
