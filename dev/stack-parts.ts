import { join } from 'node:path'
import { bundleFile } from './build'
import { type PostgresOptions, startPostgres } from './postgres'
import type { Secrets } from './secrets'
import type { StackOptions } from './stack-options'
import { startNodePart } from './start-node-part'
import type { Part } from './supervisor'

export type AppEnvironment = NodeJS.ProcessEnv & { BASE_URL: string; SLIPWAY_SECRET: string; DATABASE_URL?: string }

/** The environment of the app: the caller's variables first, the embedded default for every one left out. */
export function appEnvironment(
  options: StackOptions,
  { secrets, port, enginePort }: { secrets: Secrets; port: number; enginePort: number },
): AppEnvironment {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  return {
    BASE_URL: `http://127.0.0.1:${port}`,
    SLIPWAY_SECRET: secrets.SLIPWAY_SECRET,
    CUSTODY_KEK: secrets.CUSTODY_KEK,
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    SECOND_FACTORS: 'optional',
    SCREENING_LIST: 'fixed',
    LOG_LEVEL: 'warn',
    NEXT_TELEMETRY_DISABLED: '1',
    ...(options.inngestUrl ? {} : localInngest(secrets, enginePort)),
    // BASE_URL may be an address outside, which leads round the world.
    INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${port}`,
    ...given,
    NODE_ENV: options.dev ? 'development' : 'production',
    HOST: options.host,
    PORT: String(port),
  }
}

/**
 * The variables with which the app speaks to the local job engine as it would to a real Inngest: signed, and with keys
 * of this stack alone.
 */
export function localInngest(
  { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY }: Secrets,
  enginePort: number,
): Record<string, string> {
  const INNGEST_BASE_URL = `http://127.0.0.1:${enginePort}`
  return { INNGEST_DEV: '0', INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY }
}

/**
 * The engine's environment: no argument has its secrets, because every user of the machine can read arguments, and the
 * app's secrets are not for it.
 */
export function engineEnvironment(env: AppEnvironment): NodeJS.ProcessEnv {
  const { SLIPWAY_SECRET: _, CUSTODY_KEK: __, ...rest } = env
  return {
    ...rest,
    ENGINE_DATABASE_URL: env.DATABASE_URL,
    ENGINE_SIGNING_KEY: env.INNGEST_SIGNING_KEY,
    ENGINE_EVENT_KEY: env.INNGEST_EVENT_KEY,
  }
}

export function postgresPart(
  home: string,
  input: Pick<PostgresOptions, 'password' | 'port' | 'beforeListen' | 'syncs'>,
): Part & { url: string } {
  const logFile = join(home, 'logs', 'postgres.log')
  const { password, port } = input
  const options = { ...input, dataDir: join(home, 'postgres'), logFile }
  return {
    name: 'postgres',
    url: `postgres://slipway:${encodeURIComponent(password)}@127.0.0.1:${port}/slipway`,
    logFile,
    stopSignal: 'SIGINT',
    start: (onSpawn) => startPostgres({ ...options, onSpawn }),
  }
}

export function enginePart(
  { root, home }: StackOptions,
  { env, port, serveUrl }: { env: AppEnvironment; port: number; serveUrl: string },
): Part {
  const logFile = join(home, 'logs', 'engine.log')
  const args = ['--enable-source-maps', bundleFile(root, 'engine'), '--port', String(port), '--serve-url', serveUrl]
  const healthUrl = `http://127.0.0.1:${port}/health`
  const part = { name: 'engine', args, env: engineEnvironment(env), cwd: root, logFile, healthUrl }
  return {
    name: 'engine',
    logFile,
    ports: [port],
    start: (onSpawn) => startNodePart(part, onSpawn),
  }
}

/** Where this process reaches an app that listens there. */
export function appAddress({ host }: Pick<StackOptions, 'host'>, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

export function appPart(options: StackOptions, { env, port }: { env: AppEnvironment; port: number }): Part {
  const { root, home } = options
  const logFile = join(home, 'logs', 'app.log')
  const args = [bundleFile(root, 'front')]
  const healthUrl = `${appAddress(options, port)}/healthz`
  return {
    name: 'app',
    logFile,
    ports: [port],
    start: (onSpawn) => startNodePart({ name: 'app', args, env, cwd: root, logFile, healthUrl }, onSpawn),
  }
}
