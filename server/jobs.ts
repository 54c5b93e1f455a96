import { tracingChannel } from 'node:diagnostics_channel'
import { fromPrisma, PgBoss } from 'pg-boss'
import type { JobWithMetadata, Queue } from 'pg-boss'
import { DatabaseUnavailable } from './database/database-pool.ts'
import type { ExecuteSql, Prisma } from './db.ts'

export type Job<Data> = { id: string; queued_at: Date; attempt: number; data: Data }
/** Runs at least once per job; retried when it throws. */
export type Handler<Data> = (job: Job<Data>) => Promise<void>
/** Where a queue differs from the others. With a `concurrency` above 1, a process works on the jobs of one group one after the other. */
export type WorkOptions = Partial<Pick<Queue, 'expireInSeconds' | 'retryLimit'>> & { concurrency?: number }
export type JobLog = Record<'debug' | 'error', (facts: object, text: string) => void>
export type Jobs = {
  /** Opens two connections. The log gets no job data. */
  start: (log: JobLog) => Promise<void>
  /** The job exists exactly if the transaction commits. Needs a worker of that name. */
  enqueue: (transaction: Prisma.TransactionClient, name: string, data: object, group?: string) => Promise<void>
  /** As many at once, by one statement, in a transaction of `inTransaction`. */
  enqueueAll: (executeSql: ExecuteSql, name: string, jobs: { data: object; group: string }[]) => Promise<void>
  /** So that jobs of that name can be enqueued where nobody works on them. */
  declare: (name: string) => Promise<void>
  work: <Data extends object>(name: string, handler: Handler<Data>, options?: WorkOptions) => Promise<void>
  /** `cron` is in UTC; runs once for all servers. */
  schedule: (name: string, cron: string, handler: Handler<unknown>, options?: WorkOptions) => Promise<void>
  /** Waits at most 30 s; unfinished jobs are taken again. */
  stop: () => Promise<void>
}

/** Tells of each try of a job, and lets whoever listens run it in a context. */
export const jobChannel = tracingChannel<JobRun, JobRun>('job')
export type JobRun = { job: string; id: string; attempt: number; ms?: number; error?: unknown }

/** Seconds. Delays double up to an hour: 78 of them are three days. */
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
/** How often lost jobs are looked for. */
const superviseSeconds = 30
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** pg-boss has no error class for a lost connection. */
const reach = <Result>(work: Promise<Result>) =>
  work.catch((error: unknown) => {
    throw new DatabaseUnavailable(error)
  })

type JobsOptions = {
  superviseIntervalSeconds?: number
  /** Whether what is scheduled is run by the clock: tests run it themselves. */
  runsSchedules?: boolean
}

export function createJobs(
  url: string,
  { superviseIntervalSeconds = superviseSeconds, runsSchedules = true }: JobsOptions = {},
): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'jobs',
    max: 1,
    useListenNotify: true,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronWorkerIntervalSeconds: superviseSeconds,
    schedule: runsSchedules,
  })
  let log: JobLog | undefined
  let isStarted = false
  boss.on('error', (error) => log?.error({ err: error }, 'The jobs are in trouble'))

  const declareWith = async (name: string, options: Partial<Queue>) => {
    await reach(boss.createQueue(name, { ...queue, ...options }))
    await reach(boss.updateQueue(name, { ...queue, ...options }))
  }
  const declare: Jobs['declare'] = (name) => declareWith(name, {})
  const work: Jobs['work'] = async (name, handler, { concurrency = 1, ...given } = {}) => {
    await declareWith(name, given)
    for (let number = 0; number < concurrency; number++) await addWorker(name, handler)
  }

  async function addWorker<Data>(name: string, handler: Handler<Data>): Promise<void> {
    const worker = await boss.work(
      name,
      { ...polling, includeMetadata: true, localGroupConcurrency: 1 },
      async ([job]: JobWithMetadata<never>[]) => {
        if (!job) return
        const startedAt = performance.now()
        const attempt = job.retryCount + 1
        const facts = { job: name, id: job.id, attempt }
        try {
          const given = { id: job.id, queued_at: job.createdOn, attempt, data: job.data }
          await jobChannel.tracePromise(() => handler(given), { ...facts })
          log?.debug({ ...facts, ms: Math.round(performance.now() - startedAt) }, 'A job is done')
        } catch (error) {
          log?.error({ ...facts, err: error }, 'A job failed')
          throw error
        } finally {
          boss.notifyWorker(worker)
        }
      },
    )
  }
  const requireStarted = () => {
    if (!isStarted) throw new Error('The jobs are not started.')
  }
  return {
    start: async (jobLog) => {
      log = jobLog
      await reach(boss.start())
      isStarted = true
    },
    enqueue: async (transaction, name, data, group) => {
      requireStarted()
      await boss.send(name, data, { db: fromPrisma(transaction), ...(group && { group: { id: group } }) })
    },
    enqueueAll: async (executeSql, name, jobs) => {
      requireStarted()
      const rows = jobs.map(({ data, group }) => ({ data, group: { id: group } }))
      await boss.insert(name, rows, { db: { executeSql } })
    },
    declare,
    work,
    schedule: async (name, cron, handler, options) => {
      await work(name, handler, options)
      await reach(boss.schedule(name, cron))
    },
    stop: async () => {
      isStarted = false
      await boss.stop()
    },
  }
}
