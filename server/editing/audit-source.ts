import type { AuditSource } from '#shared/admin/audit.ts'

let source: AuditSource = 'job'

/** Audit source of changes that no signed-in person makes: the command line or a job. */
export const processAuditSource = () => source

export function setProcessAuditSource(program: AuditSource): void {
  source = program
}
