import { serve } from 'inngest/node'
import next from 'next'
import { functions, inngest } from '@/inngest'
import { believeClientIpHeader } from '@/server/api/client-address'
import { type Env, env } from '@/server/env'
import { logger } from '@/server/logger'
import { createFrontServer } from './create-front-server'
import { startBackground } from './start-background'

/** Requests under way get this long to end when the process is asked to stop. */
const DRAIN_MS = 10_000

async function main(): Promise<void> {
  const { NODE_ENV, HOST, PORT, BASE_URL, TRUSTED_PROXIES } = readEnv()
  const isDevelopment = NODE_ENV !== 'production'
  // Next wants the server at creation, for its web socket in development; its handler exists only afterwards.
  const server = createFrontServer({
    trustedProxies: TRUSTED_PROXIES,
    isDevelopment,
    isHttps: BASE_URL.startsWith('https:'),
    handleJob: serve({ client: inngest, functions }),
    handlePage: (incoming, outgoing) => handlePage(incoming, outgoing),
  })
  const pages = next({ dev: isDevelopment, httpServer: server, hostname: HOST, port: PORT })
  await pages.prepare()
  const handlePage = pages.getRequestHandler()
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
