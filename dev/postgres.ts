import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { findPostgresBinaries } from './postgres-binaries'
import { findPostgresUser, folderForUser, makeOwnFolder, type OsUser } from './postgres-user'
import { isOurProcess } from './process-identity'
import { type StopStep, stopProcess } from './stop-process'
import { tailOf } from './tail-of'
import { waitUntil } from './wait-until'

export type PostgresOptions = {
  dataDir: string
  port: number
  logFile: string
  password: string
  database?: string
  /** Off for throw-away clusters: faster, loses data when the machine stops. */
  durable?: boolean
  maxConnections?: number
  /** Off: what it wrote survives its own end at any moment, but not that of the machine. */
  syncs?: boolean
  /** Called when the port is about to be listened on: the cluster's creation takes seconds. */
  beforeListen?: () => Promise<void>
  onSpawn?: (pid: number) => void
}

export type RunningPostgres = {
  /** Connects as the owner of everything, a superuser. */
  url: string
  port: number
  pid: number
  process: ChildProcess
  stop: () => Promise<void>
}

const OWNER = 'slipway'

// Fast shutdown, then immediate, then none at all: the write-ahead log makes even the last one safe.
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', graceMs: 10_000 },
  { signal: 'SIGQUIT', graceMs: 5_000 },
  { signal: 'SIGKILL', graceMs: 5_000 },
]

/** Starts Postgres from npm's binaries on 127.0.0.1; creates the cluster at first, recovers it after a crash. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const user = findPostgresUser(options.dataDir)
  const native = findPostgresBinaries(user)
  const dataDir = folderForUser(options.dataDir, user)
  const database = options.database ?? 'slipway'
  mkdirSync(dirname(options.logFile), { recursive: true })

  if (!existsSync(join(dataDir, 'PG_VERSION'))) createCluster(native, dataDir, user, options)
  await clearStaleLock(dataDir)

  await options.beforeListen?.()
  const log = openSync(options.logFile, 'a')
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', dataDir, ...settings(options)], {
    ...user,
    cwd: dataDir,
    stdio: ['ignore', log, log],
    // Own process group: a Ctrl-C in the terminal reaches start.ts alone, which then stops the parts in order.
    detached: true,
  })
  closeSync(log)
  const pid = await pidOf(child)
  options.onSpawn?.(pid)
  const url = toUrl(options, database)
  const ready = await waitUntil(
    () => child.exitCode !== null || child.signalCode !== null || isOurs(toUrl(options, 'postgres'), dataDir),
    {
      timeoutMs: 60_000,
    },
  )
  if (!ready || child.exitCode !== null || child.signalCode !== null) {
    await stopProcess(pid, STOP_STEPS)
    throw new Error(`Postgres did not start.\n${tailOf(options.logFile, 12)}`)
  }
  await ensureDatabase(options, database)
  return { url, port: options.port, pid, process: child, stop: () => stopProcess(pid, STOP_STEPS) }
}

function createCluster(native: string, dataDir: string, user: OsUser | null, options: PostgresOptions): void {
  // Built beside and renamed: an interrupted first start leaves no half cluster behind.
  const half = `${dataDir}.new`
  rmSync(half, { recursive: true, force: true })
  makeOwnFolder(half, user)
  const passwordFile = join(half, '..', `.${process.pid}.pw`)
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const result = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      ...['-D', half, '-U', OWNER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions', '--no-sync'],
    ],
    { ...user, cwd: half, encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (result.status !== 0) {
    throw new Error(`Postgres could not create its data folder ${dataDir}: ${result.error?.message ?? result.stderr}`)
  }
  renameSync(half, dataDir)
}

/**
 * A SIGKILLed Postgres leaves its lock file; its pid may belong to any process by now, or to backends still leaving.
 */
async function clearStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0])
  if (isOurProcess(pid, ['postgres', dataDir])) await stopProcess(pid, STOP_STEPS)
  rmSync(lock, { force: true })
}

function settings({ port, durable = true, syncs = durable, maxConnections = 200 }: PostgresOptions): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    wal_compression: 'pglz',
    max_wal_size: syncs ? '2GB' : '512MB',
    checkpoint_timeout: '10min',
    random_page_cost: 1.1,
    // On a small machine parallel plans and compilation cost more than these short queries.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    synchronous_commit: durable ? 'on' : 'off',
    fsync: syncs ? 'on' : 'off',
    full_page_writes: syncs ? 'on' : 'off',
    autovacuum_naptime: '20s',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function toUrl({ port, password }: PostgresOptions, database: string): string {
  return `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/** Another cluster may answer on that port, and with the same password. */
async function isOurs(url: string, dataDir: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} })
  try {
    const [row] = await sql`select current_setting('data_directory') as folder`
    return realpathSync(String(row?.folder)) === realpathSync(dataDir)
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function ensureDatabase(options: PostgresOptions, database: string): Promise<void> {
  const sql = postgres(toUrl(options, 'postgres'), { max: 1, onnotice: () => {} })
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`
    if (found.length === 0) await sql`create database ${sql(database)}`
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`Postgres could not be started: ${error.message}`)))
    if (child.pid !== undefined) resolve(child.pid)
  })
}
