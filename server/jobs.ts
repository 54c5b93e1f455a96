import { fromPrisma, PgBoss } from 'pg-boss'
import type { JobWithMetadata, Queue } from 'pg-boss'
import type { Prisma } from './db.ts'

export type Job<Data> = { id: string; queued_at: Date; data: Data }
/** Runs at least once for a job; what it throws is tried again. */
export type Handler<Data> = (job: Job<Data>) => Promise<void>
export type JobLog = { error: (facts: object, text: string) => void }
export type Jobs = {
  work: <Data extends object>(name: string, handler: Handler<Data>) => Promise<void>
  /** Runs a handler by a cron expression, in UTC, once for all servers. */
  schedule: (name: string, cron: string, handler: Handler<unknown>) => Promise<void>
  /** Waits for what is in hand, at most half a minute; what is not done by then is taken again. */
  stop: () => Promise<void>
}

/** In seconds. Each pause is twice the one before, up to an hour; that many of them are three days. */
const queue: Omit<Queue, 'name'> = {
  retryLimit: 78,
  retryBackoff: true,
  retryDelay: 30,
  retryDelayMax: 3_600,
  retentionSeconds: 4 * 86_400,
  deleteAfterSeconds: 86_400,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
  notify: true,
}
/** How often a server looks for jobs of one that died, and for those whose pause is over; a new job is announced at once. */
const supervision = 30
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** A code where there is one: what a mail server says may hold an address. */
const reasonOf = (error: unknown) => (error as { code?: string }).code ?? (error as Error).message

/** Any one writes jobs, since their rows belong to the transaction. */
const running = new Set<PgBoss>()

/** Two connections: one for statements and one that listens. The log is never told what a job holds. */
export async function startJobs(url: string, log: JobLog): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'jobs',
    max: 1,
    useListenNotify: true,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    cronWorkerIntervalSeconds: supervision,
  })
  boss.on('error', (error) => log.error({ reason: reasonOf(error) }, 'The jobs are in trouble'))
  await boss.start()
  running.add(boss)

  const work: Jobs['work'] = async (name, handler) => {
    await boss.createQueue(name, queue)
    await boss.updateQueue(name, queue)
    const worker = await boss.work(
      name,
      { ...polling, includeMetadata: true },
      async ([job]: JobWithMetadata<never>[]) => {
        if (!job) return
        try {
          await handler({ id: job.id, queued_at: job.createdOn, data: job.data })
        } catch (error) {
          log.error({ job: name, id: job.id, attempt: job.retryCount + 1, reason: reasonOf(error) }, 'A job failed')
          throw error
        } finally {
          // The next one, if there is one, is not kept waiting for the poll.
          boss.notifyWorker(worker)
        }
      },
    )
  }
  return {
    work,
    schedule: async (name, cron, handler) => {
      await work(name, handler)
      await boss.schedule(name, cron)
    },
    stop: async () => {
      running.delete(boss)
      await boss.stop()
    },
  }
}

/** The job exists exactly if the transaction is committed. Somebody must be working on jobs of that name. */
export async function enqueue(transaction: Prisma.TransactionClient, name: string, data: object): Promise<void> {
  const [boss] = running
  if (!boss) throw new Error('The jobs are not started.')
  await boss.send(name, data, { db: fromPrisma(transaction) })
}
