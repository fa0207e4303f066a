import type next from 'next'
import { believeClientIpHeader } from '@/server/api/client-address'
import { type Env, env } from '@/server/env'
import { logger } from '@/server/logger'
import { createJobHandler } from './answer-jobs'
import { createFrontServer } from './create-front-server'
import { startBackground } from './start-background'

/** Requests under way get this long to end when the process is asked to stop. */
const DRAIN_MS = 10_000

async function main(): Promise<void> {
  const { NODE_ENV, HOST, PORT, BASE_URL, TRUSTED_PROXIES } = readEnv()
  const isDevelopment = NODE_ENV !== 'production'
  const server = createFrontServer({
    trustedProxies: TRUSTED_PROXIES,
    isDevelopment,
    isHttps: BASE_URL.startsWith('https:'),
    handleJob: createJobHandler(),
    handlePage: async (incoming, outgoing) => (await pages())(incoming, outgoing),
  })
  const pages = pagesOf({ dev: isDevelopment, httpServer: server, hostname: HOST, port: PORT })
  if (isDevelopment) await pages()
  believeClientIpHeader()
  server.once('error', (error) => stopWith(`cannot listen on ${HOST}:${PORT}: ${error.message}`))
  server.listen(PORT, HOST, () => {
    logger().info({ host: HOST, port: PORT, baseUrl: BASE_URL }, 'listening')
    const end = startBackground()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown(end))
  })

  async function shutDown(end: () => Promise<void>): Promise<void> {
    const drained = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await drained
    clearTimeout(deadline)
    await end()
    process.exit(0)
  }
}

/**
 * Next, loaded with the first page somebody asks for: a process that answers only API calls and jobs is spared its memory and the
 * hooks it puts on every promise.
 */
function pagesOf(options: Parameters<typeof next>[0]): () => Promise<RequestHandler> {
  let loading: Promise<RequestHandler> | undefined
  return () => {
    loading ??= load(options).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

type RequestHandler = ReturnType<ReturnType<typeof next>['getRequestHandler']>

async function load(options: Parameters<typeof next>[0]): Promise<RequestHandler> {
  const { default: createNext } = await import('next')
  const pages = createNext(options)
  await pages.prepare()
  return pages.getRequestHandler()
}

function readEnv(): Env {
  try {
    return env()
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : 'the environment cannot be read')
  }
}

function stopWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

await main()
