import { join } from 'node:path'
import { bundleFile } from './build'
import { startPostgres } from './postgres'
import type { Secrets } from './secrets'
import type { StackOptions } from './stack-options'
import { startNodePart } from './start-node-part'
import type { Part } from './supervisor'

export type AppEnvironment = NodeJS.ProcessEnv & { BASE_URL: string; SLIPWAY_SECRET: string; DATABASE_URL?: string }

/** What the app runs with: the caller's variables first, the embedded default for every one left out. */
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
    LOG_LEVEL: 'warn',
    NEXT_TELEMETRY_DISABLED: '1',
    ...(options.inngestUrl ? {} : { INNGEST_DEV: `http://127.0.0.1:${enginePort}` }),
    // BASE_URL may be an address outside, which leads round the world.
    INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${port}`,
    ...given,
    NODE_ENV: options.dev ? 'development' : 'production',
    HOST: options.host,
    PORT: String(port),
  }
}

export function postgresPart(
  home: string,
  { password, port, beforeListen }: { password: string; port: number; beforeListen?: () => Promise<void> },
): Part & { url: string } {
  const logFile = join(home, 'logs', 'postgres.log')
  const options = { dataDir: join(home, 'postgres'), port, logFile, password, beforeListen }
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
  const flags = ['--port', String(port), '--database-url', String(env.DATABASE_URL), '--serve-url', serveUrl]
  const args = ['--enable-source-maps', bundleFile(root, 'engine'), ...flags]
  const healthUrl = `http://127.0.0.1:${port}/health`
  const part = { name: 'engine', args, env, cwd: root, logFile, healthUrl }
  return {
    name: 'engine',
    logFile,
    ports: [port],
    start: (onSpawn) => startNodePart(part, onSpawn),
  }
}

export function appPart(
  { root, home, host }: StackOptions,
  { env, port }: { env: AppEnvironment; port: number },
): Part {
  const logFile = join(home, 'logs', 'app.log')
  const args = ['--enable-source-maps', '--max-semi-space-size=64', bundleFile(root, 'front')]
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const healthUrl = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`
  return {
    name: 'app',
    logFile,
    ports: [port],
    start: (onSpawn) => startNodePart({ name: 'app', args, env, cwd: root, logFile, healthUrl }, onSpawn),
  }
}
