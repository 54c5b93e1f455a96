import type { AuditSource } from '#shared/admin/audit.ts'

let source: AuditSource = 'job'

/** Audit source of changes without a signed-in person: the command line or a job. */
export const processAuditSource = () => source

export function setProcessAuditSource(program: AuditSource): void {
  source = program
}
