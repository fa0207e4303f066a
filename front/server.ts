import { join } from 'node:path'
import type next from 'next'
import { METRIC_AREAS } from '@/registry/metrics'
import { trustClientIpHeader } from '@/server/client-address'
import { collectWhenIdle } from '@/server/collect-when-idle'
import { type Env, env, setNextSettings } from '@/server/env'
import { poolSizes } from '@/server/environment/pool-sizes'
import { CONFIGURATION_EXIT, logger, stopWith } from '@/server/logger'
import { areMetricsServed, startMetrics } from '@/server/metrics/start-metrics'
import { awaitRestoreCheck } from '@/server/recovery/is-recovering'
import { startTracing } from '@/server/tracing/start-tracing'
import { createJobHandler } from './answer-jobs'
import { staticFiles } from './answer-static'
import { createFrontServer } from './create-front-server'
import { hidePages } from './hide-pages'
import { watchInFlight } from './in-flight'
import { lazyPages } from './lazy-pages'
import { readBuiltSettings, readPagesState } from './pages-state'
import { redirectConsole } from './redirect-console'
import { shareServer } from './shared-server'
import { shutDown } from './shut-down'
import { startBackground } from './start-background'
import { verifyStart } from './verify-start'

/** Loads what pages need of the server. A process that serves no pages skips it. */
const loadServer = () => import('@/registry/for-pages')

async function main(): Promise<void> {
  const { NODE_ENV, HOST, PORT, BASE_URL, TRUSTED_PROXIES, PROXY_HEADER, DATABASE_POOL, SMTP_URL } = readEnv()
  const isDevelopment = NODE_ENV !== 'production'
  if (!isDevelopment) redirectConsole()
  collectWhenIdle()
  const root = process.cwd()
  const { handlePage, handleStatic, preparePages } = lazyPages({
    load: async () => {
      if (!isDevelopment) setNextSettings(await readBuiltSettings(root))
      shareServer(await loadServer())
      return loadNext({ dev: isDevelopment, httpServer: server, hostname: HOST, port: PORT })
    },
    // The dev server builds its files on request.
    handleStatic: isDevelopment ? async () => false : staticFiles(join(root, '.next')),
    readState: isDevelopment ? async () => 'built' : () => readPagesState(root),
  })
  const server = createFrontServer({
    trustedProxies: TRUSTED_PROXIES,
    proxyHeader: PROXY_HEADER,
    isDevelopment,
    isHttps: BASE_URL.startsWith('https:'),
    handleJob: createJobHandler(),
    handleStatic,
    handlePage: hidePages({
      handlePage,
      isHidden: async (path) => path === '/status' && (await (await loadServer()).findPublicStatus()) === null,
    }),
  })
  const inFlight = watchInFlight(server)
  if (isDevelopment) await preparePages()
  trustClientIpHeader()
  await startTracing()
  if (areMetricsServed()) await startMetrics(METRIC_AREAS)
  await verifyStart()
  awaitRestoreCheck()
  server.once('error', (error) => stopWith(`cannot listen on ${HOST}:${PORT}: ${error.message}`))
  server.listen({ port: PORT, host: HOST, backlog: MAX_UNACCEPTED }, () => {
    const databaseConnections = { most: DATABASE_POOL, ...poolSizes(DATABASE_POOL) }
    logger().info({ listensOn: `${HOST}:${PORT}`, baseUrl: BASE_URL, databaseConnections }, 'listening')
    if (SMTP_URL === undefined)
      logger().warn('no email is sent: SMTP_URL is not set, receipts and reminders are kept as skipped')
    const endBackground = startBackground()
    const end = () => void shutDown({ server, inFlight, endBackground })
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  })
}

/**
 * The connections that the kernel keeps while the event loop is busy: Linux's own limit (`net.core.somaxconn`). A burst
 * of clients opens more than Node's 511. A client whose connection is dropped tries again after 1, 3, 7 and 15 seconds.
 */
const MAX_UNACCEPTED = 4_096

const SECRET_OF_SIGNER =
  'SIGNER_SECRET is wrong (only the signer and migrations may have it and SEED_KEK): unset both for the app.'

async function loadNext(
  options: Parameters<typeof next>[0],
): Promise<ReturnType<ReturnType<typeof next>['getRequestHandler']>> {
  const { default: createNext } = await import('next')
  const pages = createNext(options)
  await pages.prepare()
  return pages.getRequestHandler()
}

function readEnv(): Env {
  try {
    const given = env()
    if (given.SIGNER_SECRET !== undefined) throw new Error(SECRET_OF_SIGNER)
    return given
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : 'the environment cannot be read', CONFIGURATION_EXIT)
  }
}

await main()
