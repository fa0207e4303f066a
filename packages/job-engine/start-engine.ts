import { once } from 'node:events'
import { Logger, runMigrations } from 'graphile-worker'
import type postgres from 'postgres'
import { createBatcher } from './batcher'
import { storeCheckpoints } from './checkpoint'
import { fireDue, runCrons, saveCrons } from './crons'
import type { Engine, EngineOptions } from './engine'
import { runHeartbeat } from './heartbeat'
import { createHttpServer } from './http-server'
import { ingestEvents, prepareIntake } from './ingest-events'
import { createOpenCalls } from './open-calls'
import { connect, openPool } from './pool'
import { startQueueWorkers } from './queue-workers'
import { createRegistry } from './registry'
import { runRetention } from './retention'
import { routeEvents } from './route-events'
import { SCHEMA_VERSION, schema } from './schema'
import { runSync } from './sync-apps'
import { ulid } from './ulid'
import { createWakeScheduler } from './wake-scheduler'
import { withinTime, withRetry } from './with-retry'

export type StartOptions = Pick<EngineOptions, 'databaseUrl'> &
  Partial<Omit<EngineOptions, 'databaseUrl' | 'serveUrls'>> & {
    serveUrl?: string | string[]
    log?: (message: string) => void
  }

export interface RunningEngine {
  url: string
  close(): Promise<void>
}

const MAX_BATCH = 200

const DEFAULTS = {
  port: 0,
  host: '127.0.0.1',
  workers: 24,
  retryScale: 1,
  graceMs: 60_000,
  retentionMs: 86_400_000,
  syncEveryMs: 30_000,
}

async function prepareDatabase(sql: postgres.Sql, databaseUrl: string): Promise<void> {
  await sql.begin(async (tx) => {
    // two processes that start at once must not create the same schema
    await tx`select pg_advisory_xact_lock(7303000)`
    await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => undefined) })
    const [existing] = await tx<{ version: string | null }[]>`
      select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = 'engine'`
    const currentVersion = `version ${SCHEMA_VERSION}`
    if (existing && existing.version !== currentVersion) await tx`drop schema engine cascade`
    await tx.unsafe(`${schema}; comment on schema engine is '${currentVersion}'`)
  })
}

/** Starts the local job engine: the Inngest SDK's server side over Postgres. */
export async function startEngine(options: StartOptions): Promise<RunningEngine> {
  const { serveUrl, log, ...rest } = options
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const settings: EngineOptions = {
    ...DEFAULTS,
    ...given,
    databaseUrl: options.databaseUrl,
    serveUrls: serveUrl === undefined ? [] : [serveUrl].flat(),
  }
  const pool = openPool(settings.databaseUrl)
  const wakeScheduler = createWakeScheduler(pool)
  const ingest = createBatcher(
    (requests: ReturnType<typeof prepareIntake>[]) => withRetry(() => ingestEvents(engine, requests)),
    MAX_BATCH,
  )
  const engine: Engine = {
    id: ulid(),
    get sql() {
      return pool.sql
    },
    options: settings,
    registry: createRegistry(),
    calls: createOpenCalls(),
    intake: (request) => ingest(prepareIntake(request)),
    checkpoint: createBatcher((requests) => withRetry(() => storeCheckpoints(engine, requests)), MAX_BATCH),
    route: (tx, events) => routeEvents(engine, tx, events),
    wakeAt: wakeScheduler.wakeAt,
    log: log ?? ((message) => console.error(`[engine] ${message}`)),
  }
  await prepareDatabase(engine.sql, settings.databaseUrl)
  await engine.registry.reload(engine.sql)
  await saveCrons(engine, engine.sql)
  const listener = connect(settings.databaseUrl, 1)
  await listener.listen('engine:functions', (from) => {
    if (from !== engine.id) engine.registry.reload(engine.sql).catch((error: unknown) => engine.log(String(error)))
  })

  await listener.listen('engine:crons', () => {
    withinTime(() => fireDue(engine)).catch((error: unknown) => engine.log(String(error)))
  })

  const workers = await startQueueWorkers(engine)
  const heartbeat = runHeartbeat(engine, workers)
  await heartbeat.beat()
  // This is the last step: the health check succeeds from now on, and an exit counts as a crash.
  const server = createHttpServer(engine)
  server.listen(settings.port, settings.host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  const loops = [runCrons(engine), runRetention(engine), ...settings.serveUrls.map((url) => runSync(engine, url))]

  return {
    url: `http://${settings.host}:${port}`,
    async close() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await workers.stop()
      await heartbeat.stop()
      wakeScheduler.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([listener.end({ timeout: 2 }), pool.end()])
    },
  }
}
