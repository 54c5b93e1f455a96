import { channel, tracingChannel } from 'node:diagnostics_channel'
import { fromPrisma, PgBoss } from 'pg-boss'
import type { PoolConfig } from 'pg'
import type { JobWithMetadata, Queue } from 'pg-boss'
import { DatabaseClient } from './database/database-client.ts'
import { DatabaseUnavailable } from './database/database-pool.ts'
import { collapseRepeatedEntries } from './log-repeats.ts'
import { hostsOf } from './database/hosts.ts'
import type { Prisma } from './database/db.ts'

type Transaction = Prisma.TransactionClient

export type Job<Data> = { id: string; queued_at: Date; attempt: number; data: Data }
export type JobHandler<Data> = (job: Job<Data>) => Promise<void>
/** `priorityWorkers`: additional workers that run only jobs with a priority. */
export type WorkerOptions = Partial<Pick<Queue, 'expireInSeconds' | 'retryLimit'>> & {
  concurrency?: number
  priorityWorkers?: number
}
export type EnqueueOptions = { group?: string; priority?: number; delay?: JobDelay }
/** Delay of a job. Within the delay, at most one job with the key is created. */
export type JobDelay = { seconds: number; key: string }
export type JobLog = Record<'debug' | 'error', (facts: object, text: string) => void>
export type Jobs = {
  /** Opens the configured number of connections and one for LISTEN. The log contains no job data. */
  start: (log: JobLog) => Promise<void>
  /** Creates a job in the caller's transaction. Requires that this process declared the queue or works on it. */
  enqueue: (transaction: Transaction, name: string, data: object, options?: EnqueueOptions) => Promise<void>
  enqueueAll: (transaction: Transaction, name: string, jobs: { data: object; group: string }[]) => Promise<void>
  declare: (name: string) => Promise<void>
  startWorkers: <Data extends object>(name: string, handler: JobHandler<Data>, options?: WorkerOptions) => Promise<void>
  /** Runs the handler at the times of `cron` (UTC), each time on one of the servers. */
  schedule: (name: string, cron: string, handler: JobHandler<unknown>, options?: WorkerOptions) => Promise<void>
  /** Removes a schedule of an earlier release, and its waiting jobs. */
  unschedule: (name: string) => Promise<void>
  /** Waits at most 30 s for running jobs; unfinished jobs are retried. */
  stop: () => Promise<void>
}

export const jobChannel = tracingChannel<JobAttempt, JobAttempt>('job')
export type JobAttempt = { job: string; id: string; attempt: number; ms?: number; error?: unknown }

export const droppedJobsChannel = channel('dropped-jobs')

/** Days after which a waiting job is deleted and logged. Alerts on waiting jobs fire long before. */
export const maxJobWaitDays = 60

/** Defaults of a queue, in seconds. Delays double up to an hour, so 78 retries take three days. */
const queueDefaults: Omit<Queue, 'name'> = {
  retryLimit: 78,
  retryBackoff: true,
  retryDelay: 30,
  retryDelayMax: 3_600,
  // pg-boss deletes jobs without logging them. `dropOldJobs` logs them a month earlier.
  retentionSeconds: (maxJobWaitDays + 30) * 86_400,
  deleteAfterSeconds: 86_400,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
  notify: true,
}
const superviseSeconds = 30
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** Converts failures to DatabaseUnavailable, since pg-boss has no error class for a lost connection. */
const wrapConnectionErrors = <Result>(operation: Promise<Result>) =>
  operation.catch((error: unknown) => {
    throw new DatabaseUnavailable(error)
  })

/** pg-boss whose listening client connects to the current primary of several hosts. */
export class FailoverBoss extends PgBoss {
  override getDb() {
    const database = super.getDb() as ReturnType<PgBoss['getDb']> & { config: PoolConfig }
    const { config } = database
    const url = config.connectionString ?? ''
    const hosts = hostsOf(url)
    if (!hosts) return database
    config.Client = class extends DatabaseClient {
      constructor(options?: PoolConfig) {
        super({ ...options, connectionString: url })
      }
    }
    Object.defineProperty(config, 'connectionString', { enumerable: true, get: () => hosts.latest })
    return database
  }
}

type Worker<Data> = { boss: PgBoss; name: string; handler: JobHandler<Data>; log: () => JobLog | undefined }

async function addWorker<Data>({ boss, name, handler, log }: Worker<Data>, minPriority?: number): Promise<void> {
  const worker = await boss.work(
    name,
    { ...polling, includeMetadata: true, localGroupConcurrency: 1, ...(minPriority && { minPriority }) },
    async ([job]: JobWithMetadata<never>[]) => {
      if (!job) return
      const startedAt = performance.now()
      const attempt = job.retryCount + 1
      const facts = { job: name, id: job.id, attempt }
      try {
        const received = { id: job.id, queued_at: job.createdOn, attempt, data: job.data }
        await jobChannel.tracePromise(() => handler(received), { ...facts })
        log()?.debug({ ...facts, ms: Math.round(performance.now() - startedAt) }, 'A job completed')
      } catch (error) {
        const isLast = job.retryCount >= job.retryLimit
        log()?.error({ ...facts, err: error }, isLast ? 'A job failed and is given up' : 'A job failed')
        throw error
      } finally {
        boss.notifyWorker(worker)
      }
    },
  )
}

type JobsOptions = {
  superviseIntervalSeconds?: number
  connections?: number
  runsSchedules?: boolean
}

const createBoss = (
  url: string,
  { superviseIntervalSeconds = superviseSeconds, connections = 1, runsSchedules = true }: JobsOptions,
) =>
  new FailoverBoss({
    connectionString: url,
    application_name: 'jobs',
    max: connections,
    useListenNotify: true,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronWorkerIntervalSeconds: superviseSeconds,
    schedule: runsSchedules,
  })

/** Returns functions that create queues in the database and start their workers. */
function createQueues(boss: PgBoss, log: () => JobLog | undefined) {
  const declare = async (name: string, options: Partial<Queue> = {}) => {
    await wrapConnectionErrors(boss.createQueue(name, { ...queueDefaults, ...options }))
    await wrapConnectionErrors(boss.updateQueue(name, { ...queueDefaults, ...options }))
  }
  const startWorkers: Jobs['startWorkers'] = async (
    name,
    handler,
    { concurrency = 1, priorityWorkers = 0, ...queueOptions } = {},
  ) => {
    await declare(name, queueOptions)
    const worker = { boss, name, handler, log }
    for (let number = 0; number < concurrency; number++) await addWorker(worker)
    for (let number = 0; number < priorityWorkers; number++) await addWorker(worker, 1)
  }
  return { declare, startWorkers }
}

export function createJobs(url: string, bossOptions: JobsOptions = {}): Jobs {
  const boss = createBoss(url, bossOptions)
  let log: JobLog | undefined
  let isStarted = false
  const writeRepeated = collapseRepeatedEntries((facts, text) => log?.error(facts, text))
  boss.on('error', (error: NodeJS.ErrnoException) =>
    writeRepeated(error.code ?? error.name, { err: error }, 'The job queue reported an error'),
  )
  const { declare, startWorkers } = createQueues(boss, () => log)
  const requireStarted = () => {
    if (!isStarted) throw new Error('The jobs are not started.')
  }
  return {
    start: async (jobLog) => {
      log = jobLog
      await wrapConnectionErrors(boss.start())
      isStarted = true
    },
    enqueue: async (transaction, name, data, { group, priority, delay } = {}) => {
      requireStarted()
      await boss.send(name, data, {
        db: fromPrisma(transaction),
        ...(group && { group: { id: group } }),
        ...(priority && { priority }),
        ...(delay && { startAfter: delay.seconds, singletonSeconds: delay.seconds, singletonKey: delay.key }),
      })
    },
    enqueueAll: async (transaction, name, jobs) => {
      requireStarted()
      if (jobs.length === 0) return
      const rows = jobs.map(({ data, group }) => ({ data, group: { id: group } }))
      await boss.insert(name, rows, { db: fromPrisma(transaction) })
    },
    declare: (name) => declare(name),
    startWorkers,
    schedule: async (name, cron, handler, options) => {
      await startWorkers(name, handler, options)
      await wrapConnectionErrors(boss.schedule(name, cron))
    },
    unschedule: async (name) => {
      await wrapConnectionErrors(boss.unschedule(name))
      if (await wrapConnectionErrors(boss.getQueue(name))) await wrapConnectionErrors(boss.deleteQueuedJobs(name))
    },
    stop: async () => {
      isStarted = false
      await boss.stop()
    },
  }
}
