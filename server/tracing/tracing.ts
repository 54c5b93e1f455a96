import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { statementChannel } from '../database/database-pool.ts'
import { setLogFacts } from '../telemetry/logging.ts'
import { methodOf } from '../http/request-counts.ts'
import { jobChannel } from '../jobs.ts'
import type { JobRun } from '../jobs.ts'
import type { Settings } from '../settings/settings.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>

/** ms */
const flushTimeoutMs = 3_000
const scheduledDelayMs = 2_000

/** Says once that spans do not arrive, and once that they do again. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !isAway) log.warn('Traces cannot be sent: they are dropped')
        if (!failed && isAway) log.info('Traces are sent again')
        isAway = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/** What a statement does to which table, as far as it comes before any text in it: that may be what somebody wrote. */
export function summaryOf(statement: string): string {
  const [start = ''] = /^(?:[^'$]|\$\d)*/.exec(statement) ?? []
  const [verb = 'statement'] = /[a-z]+/i.exec(start) ?? []
  const table = /\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?(?:"?\w+"?\.)?"?([a-z_]{1,63})\b/i.exec(start)?.[1]
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase()
}

const contextOf = (span: Span) => trace.setSpan(ROOT_CONTEXT, span)

const now = () => performance.timeOrigin + performance.now()

function fail(span: Span, error: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error)
}

type Traces = { tracer: Tracer; current: AsyncLocalStorage<Context> }
type End = () => void

function traceStatements({ tracer, current }: Traces): End {
  const traceStatement = (message: unknown) => {
    const { statement, ms, failed } = message as { statement: string; ms: number; failed: boolean }
    const context = current.getStore()
    if (!context || !trace.getSpan(context)?.isRecording()) return
    const name = summaryOf(statement)
    const attributes: Attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: now() - ms, attributes }, context)
    if (failed) fail(span, 'statement')
    span.end(now())
  }
  statementChannel.subscribe(traceStatement)
  return () => statementChannel.unsubscribe(traceStatement)
}

function traceJobs({ tracer, current }: Traces): End {
  // Node's types say that a store is of what the channel tells.
  const store = current as AsyncLocalStorage<unknown> as AsyncLocalStorage<JobRun>
  const runs = new WeakMap<JobRun, Span>()
  jobChannel.start.bindStore(store, (run): never => {
    const attributes: Attributes = {
      'messaging.system': 'pg-boss',
      'messaging.message.id': run.id,
      attempt: run.attempt,
    }
    const span = tracer.startSpan(`job ${run.job}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT)
    runs.set(run, span)
    return contextOf(span) as never
  })
  const endRun = (message: unknown) => {
    const run = message as JobRun
    const span = runs.get(run)
    if (!span) return
    if (run.error !== undefined) fail(span, run.error instanceof Error ? run.error.constructor.name : 'unknown')
    span.end()
  }
  jobChannel.asyncEnd.subscribe(endRun)
  return () => {
    jobChannel.start.unbindStore(store)
    jobChannel.asyncEnd.unsubscribe(endRun)
  }
}

function traceRequests(app: FastifyInstance, { tracer, current }: Traces): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, reply, next) => {
    const [method, route] = [methodOf(request), app.requestCounts.routeOf(request)]
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
    const context = contextOf(span)
    contexts.set(request, context)
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode)
      if (reply.raw.statusCode >= 500) fail(span, String(reply.raw.statusCode))
      span.end()
    })
    current.run(context, next)
  })
  // What reads the body belongs to the connection, not to the request.
  app.addHook('preValidation', (request, _reply, next) => {
    const context = contexts.get(request)
    if (context) current.run(context, next)
    else next()
  })
}

/** Requests that reach a route, statements of these and of jobs, and jobs. Nothing of it names a person or holds a value. */
export const tracing = fp<{ settings: Settings }>(
  async (app, { settings }) => {
    const exporter = new OTLPTraceExporter({
      url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    })
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME }),
      sampler: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: telling(exporter, app.log), scheduledDelayMillis: scheduledDelayMs }),
      ],
    })
    const current = new AsyncLocalStorage<Context>()
    const traces: Traces = { tracer: provider.getTracer('promptory'), current }
    const endStatements = traceStatements(traces)
    const endJobs = traceJobs(traces)
    traceRequests(app, traces)
    // Which trace a line of the log belongs to.
    setLogFacts(() => {
      const span = trace.getSpan(current.getStore() ?? ROOT_CONTEXT)
      return span ? { trace_id: span.spanContext().traceId } : {}
    })
    app.addHook('onClose', async () => {
      endStatements()
      endJobs()
      // Sends what is left.
      await Promise.race([provider.shutdown().catch(() => {}), sleep(flushTimeoutMs, null, { ref: false })])
    })
  },
  { name: 'tracing' },
)
