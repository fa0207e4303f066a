import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { newId } from '@/db/new-id'
import { inWorker } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { runCli } from './src/run-cli'

type Settings = { env?: Record<string, string>; key?: string; lines?: object[] }

/** The API over HTTP, and before each test a person with a new project, an API key and an empty home folder. */
export function openCli() {
  openDatabase()
  let doors: Awaited<ReturnType<typeof openDoors>>
  let caller: Caller
  let home: string
  const ending: AbortController[] = []

  beforeAll(async () => {
    doors = await openDoors()
  })
  afterAll(() => doors.close())
  beforeEach(async () => {
    // Each person of these tests asks for tokens from one address.
    await inWorker(({ db }) => db.execute('delete from rate_windows'))
    caller = await newCaller()
    home = await mkdtemp(join(tmpdir(), 'cli-'))
  })
  afterEach(async () => {
    for (const one of ending.splice(0)) one.abort()
    await rm(home, { recursive: true, force: true })
  })

  /** Starts the CLI as that person; `key` is what they type. */
  const start = (args: string[], { env = {}, key = caller.apiKey, lines = [] }: Settings = {}) => {
    const out: string[] = []
    const notes: string[] = []
    const stop = new AbortController()
    ending.push(stop)
    const code = runCli({
      args,
      env,
      home,
      print: (line) => out.push(line),
      note: (line) => notes.push(line),
      readLines: async function* () {
        for (const line of lines) yield JSON.stringify(line)
      },
      readSecret: async () => `${key}\n`,
      signal: stop.signal,
      fetch,
    })
    return { code, out, notes, stop: () => stop.abort() }
  }
  const finish = async (args: string[], settings?: Settings) => {
    const { code, out, notes } = start(args, settings)
    return { code: await code, out: out.join('\n'), notes: notes.join('\n') }
  }
  return {
    start,
    finish,
    login: () => finish(['login', '--base-url', doors.baseUrl]),
    baseUrl: () => doors.baseUrl,
    caller: () => caller,
    home: () => home,
    /** Has an event happen in the project. */
    publish: (n: number) =>
      inWorker(({ db }) => {
        const { businessId, projectId } = caller.tenant
        const body = () =>
          JSON.stringify({ type: 'payment.settled', timestamp: '2026-11-21T11:05:44.862Z', data: { n } })
        const event = { businessId, projectId, kind: 'payment.settled', source: 'payment', sourceId: newId() } as const
        return publishEvents(db, [{ ...event, body, orderKey: null }], new Date())
      }),
  }
}

/** A receiver on this machine, which answers `status`. */
export async function openReceiver(port = 0) {
  const visits: { headers: IncomingHttpHeaders; body: string }[] = []
  const answer = { status: 200 }
  const server: Server = createServer(async (incoming, outgoing) => {
    visits.push({ headers: incoming.headers, body: await text(incoming) })
    outgoing.writeHead(answer.status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { visits, answer, close, port: (server.address() as AddressInfo).port }
}
