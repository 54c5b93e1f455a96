import { channel, tracingChannel } from 'node:diagnostics_channel'
import { fromPrisma, PgBoss } from 'pg-boss'
import type { PoolConfig } from 'pg'
import type { JobWithMetadata, Queue } from 'pg-boss'
import { DatabaseClient } from './database/database-client.ts'
import { DatabaseUnavailable } from './database/database-pool.ts'
import { sumRepeats } from './log-repeats.ts'
import { hostsOf } from './database/hosts.ts'
import type { ExecuteSql, Prisma } from './database/db.ts'

export type Job<Data> = { id: string; queued_at: Date; attempt: number; data: Data }
/** Runs at least once per job; retried when it throws. */
export type Handler<Data> = (job: Job<Data>) => Promise<void>
/**
 * Where a queue differs from the others. With a `concurrency` above 1, a process works on the jobs of one group one after
 * the other. `priorityWorkers` are more of them, for jobs with a priority alone: they come even while all others hang.
 */
export type WorkerOptions = Partial<Pick<Queue, 'expireInSeconds' | 'retryLimit'>> & {
  concurrency?: number
  priorityWorkers?: number
}
/** Jobs of a higher priority are taken first, also from behind others. */
export type EnqueueOptions = { group?: string; priority?: number; delay?: Delay }
/** A job that waits: of a key, at most one is made within that time. */
export type Delay = { seconds: number; key: string }
export type JobLog = Record<'debug' | 'error', (facts: object, text: string) => void>
export type Jobs = {
  /** Opens as many connections as it has, and one that listens. The log gets no job data. */
  start: (log: JobLog) => Promise<void>
  /** The job exists exactly if the transaction commits. Needs a worker of that name. */
  enqueue: (
    transaction: Prisma.TransactionClient,
    name: string,
    data: object,
    options?: EnqueueOptions,
  ) => Promise<void>
  /** As many at once, by one statement, in a transaction of `inTransaction`. */
  enqueueAll: (executeSql: ExecuteSql, name: string, jobs: { data: object; group: string }[]) => Promise<void>
  /** So that jobs of that name can be enqueued where nobody works on them. */
  declare: (name: string) => Promise<void>
  startWorkers: <Data extends object>(name: string, handler: Handler<Data>, options?: WorkerOptions) => Promise<void>
  /** `cron` is in UTC; runs once for all servers. */
  schedule: (name: string, cron: string, handler: Handler<unknown>, options?: WorkerOptions) => Promise<void>
  /** What another server scheduled once and nobody works on: its jobs that wait go too. */
  unschedule: (name: string) => Promise<void>
  /** Waits at most 30 s; unfinished jobs are taken again. */
  stop: () => Promise<void>
}

/** Tells of each try of a job, and lets whoever listens run it in a context. */
export const jobChannel = tracingChannel<JobRun, JobRun>('job')
export type JobRun = { job: string; id: string; attempt: number; ms?: number; error?: unknown }

/** Tells how many jobs of a queue were dropped that nobody has done. */
export const droppedJobsChannel = channel('dropped-jobs')

/** After which a job that still waits is dropped, with a word in the log: long after the alerts of what waits. */
export const maxWaitDays = 60

/** Seconds. Delays double up to an hour: 78 of them are three days. */
const queue: Omit<Queue, 'name'> = {
  retryLimit: 78,
  retryBackoff: true,
  retryDelay: 30,
  retryDelayMax: 3_600,
  // pg-boss drops without a word: only what nothing of ours has dropped for a month.
  retentionSeconds: (maxWaitDays + 30) * 86_400,
  deleteAfterSeconds: 86_400,
  expireInSeconds: 120,
  heartbeatSeconds: 30,
  notify: true,
}
/** How often lost jobs are looked for. */
const superviseSeconds = 30
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }

/** pg-boss has no error class for a lost connection. */
const reach = <Result>(operation: Promise<Result>) =>
  operation.catch((error: unknown) => {
    throw new DatabaseUnavailable(error)
  })

/** Listens by a client of its own making, which knows of one host: the one that was found last. */
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

type Worker<Data> = { boss: PgBoss; name: string; handler: Handler<Data>; log: () => JobLog | undefined }

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
        log()?.debug({ ...facts, ms: Math.round(performance.now() - startedAt) }, 'A job is done')
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
  /** Connections that jobs are taken and finished by. */
  connections?: number
  /** Whether what is scheduled is run by the clock: tests run it themselves. */
  runsSchedules?: boolean
}

export function createJobs(
  url: string,
  { superviseIntervalSeconds = superviseSeconds, connections = 1, runsSchedules = true }: JobsOptions = {},
): Jobs {
  const boss = new FailoverBoss({
    connectionString: url,
    application_name: 'jobs',
    max: connections,
    useListenNotify: true,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    cronWorkerIntervalSeconds: superviseSeconds,
    schedule: runsSchedules,
  })
  let log: JobLog | undefined
  let isStarted = false
  const writeRepeated = sumRepeats((facts, text) => log?.error(facts, text))
  boss.on('error', (error: NodeJS.ErrnoException) =>
    writeRepeated(error.code ?? error.name, { err: error }, 'The jobs are in trouble'),
  )

  const declareWith = async (name: string, options: Partial<Queue>) => {
    await reach(boss.createQueue(name, { ...queue, ...options }))
    await reach(boss.updateQueue(name, { ...queue, ...options }))
  }
  const declare: Jobs['declare'] = (name) => declareWith(name, {})
  const startWorkers: Jobs['startWorkers'] = async (
    name,
    handler,
    { concurrency = 1, priorityWorkers = 0, ...queueOptions } = {},
  ) => {
    await declareWith(name, queueOptions)
    const worker = { boss, name, handler, log: () => log }
    for (let number = 0; number < concurrency; number++) await addWorker(worker)
    for (let number = 0; number < priorityWorkers; number++) await addWorker(worker, 1)
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
    enqueue: async (transaction, name, data, { group, priority, delay } = {}) => {
      requireStarted()
      await boss.send(name, data, {
        db: fromPrisma(transaction),
        ...(group && { group: { id: group } }),
        ...(priority && { priority }),
        ...(delay && { startAfter: delay.seconds, singletonSeconds: delay.seconds, singletonKey: delay.key }),
      })
    },
    enqueueAll: async (executeSql, name, jobs) => {
      requireStarted()
      const rows = jobs.map(({ data, group }) => ({ data, group: { id: group } }))
      await boss.insert(name, rows, { db: { executeSql } })
    },
    declare,
    startWorkers,
    schedule: async (name, cron, handler, options) => {
      await startWorkers(name, handler, options)
      await reach(boss.schedule(name, cron))
    },
    unschedule: async (name) => {
      await reach(boss.unschedule(name))
      if (await reach(boss.getQueue(name))) await reach(boss.deleteQueuedJobs(name))
    },
    stop: async () => {
      isStarted = false
      await boss.stop()
    },
  }
}
