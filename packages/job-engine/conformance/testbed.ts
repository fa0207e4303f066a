import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Inngest } from 'inngest'
import { serve } from 'inngest/node'
import { vi } from 'vitest'
import { startEngine } from '../start-engine'
import { createDatabase } from './create-database'
import { createEnds, type RunEnd } from './ends'
import { createFunctions } from './functions'
import { createJournal } from './journal'
import { listen } from './serve-app'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * The application of the suite and a job service for it: our engine, or any server that speaks the
 * protocol when CONFORMANCE_INNGEST_URL names one.
 */
export async function createTestbed() {
  const external = process.env.CONFORMANCE_INNGEST_URL
  const maxWaitMs = external ? 100_000 : 60_000
  const app = createServer()
  const port = await listen(app)
  const serveUrl = `http://127.0.0.1:${port}/api/inngest`

  const database = external ? undefined : await createDatabase()
  const engine = database
    ? await startEngine({ databaseUrl: database.url, retryScale: 0.005, log: () => undefined })
    : undefined
  const baseUrl = external ?? engine?.url ?? ''
  const client = new Inngest({ id: 'conformance', isDev: true, baseUrl, logger: QUIET })
  const journal = createJournal()
  const ends = createEnds(client)
  app.on('request', serve({ client, functions: [...createFunctions(client, journal), ends.listener] }))
  // out-of-band: the application registers itself, as it would with any server
  await vi.waitFor(async () => {
    const answer = await fetch(serveUrl, { method: 'PUT' })
    if (!answer.ok) throw new Error(await answer.text())
  }, maxWaitMs)

  return {
    baseUrl,
    client,
    journal,
    /** How the run of an event ended; undefined until it is reported. */
    endOf: ends.endOf,
    maxWaitMs,
    newKey: () => randomUUID(),

    /** Sends one event and answers its id. */
    async send(
      name: string,
      data: { key: string; [field: string]: unknown },
      options: { id?: string; ts?: number } = {},
    ): Promise<string> {
      const { ids } = await client.send({ name, data, ...options })
      return ids[0] ?? ''
    },

    /** Sends events in one request: a busy machine could take longer over several than a period lasts. */
    async sendAtOnce(name: string, all: { key: string; [field: string]: unknown }[]): Promise<void> {
      await client.send(all.map((data) => ({ name, data })))
    },

    /** Waits until the first run of an event has ended. */
    ended(eventId: string): Promise<RunEnd> {
      return vi.waitFor(
        () => {
          const end = ends.endOf(eventId)
          if (!end) throw new Error('no end was reported')
          return end
        },
        { timeout: maxWaitMs, interval: 25 },
      )
    },

    /** Waits until the functions noted at least `count` entries under a key. */
    noted(key: string, count: number, withinMs = maxWaitMs): Promise<string[]> {
      return vi.waitFor(
        () => {
          const entries = journal.read(key)
          if (entries.length < count) throw new Error(`${entries.length} of ${count} entries: ${entries.join(', ')}`)
          return entries
        },
        { timeout: withinMs, interval: 20 },
      )
    },

    async close(): Promise<void> {
      await engine?.close()
      app.closeAllConnections()
      await new Promise((resolve) => app.close(resolve))
      await database?.drop()
    },
  }
}

export type Testbed = Awaited<ReturnType<typeof createTestbed>>
