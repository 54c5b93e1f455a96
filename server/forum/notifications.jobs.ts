import type { Jobs } from '../jobs.ts'
import type { Mailer } from '../mail/transport.ts'
import type { Settings } from '../settings.ts'

export type NotificationJobOptions = { settings: Settings; secret: string; mailer: Mailer }

export async function workNotificationJobs(_jobs: Jobs, _options: NotificationJobOptions): Promise<void> {}
