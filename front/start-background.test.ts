import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rpcEndpoints } from '@/db/schema'
import { waitUntil } from '@/dev/wait-until'
import { inWorker } from '@/server/ctx'
import { setJobServer } from '@/server/testing/set-job-server'
import { testDatabase } from '@/server/testing/test-database'
import { startBackground } from './start-background'

const CHAIN_ID = 84_532

/** The requests to the job server, in order. */
const asked: string[] = []
let refusals = 3
let database: Awaited<ReturnType<typeof testDatabase>>
let jobServer: Server
let leaveJobServer = () => {}

beforeAll(async () => {
  jobServer = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    const isRegistering = incoming.url?.startsWith('/fn/register')
    if (isRegistering && refusals-- > 0) {
      asked.push('refused')
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":false,"status":500,"error":"not yet"}')
      return
    }
    if (isRegistering) asked.push('registered')
    else if (incoming.url?.startsWith('/e/'))
      asked.push(...JSON.parse(body).map(({ name }: { name: string }) => `event ${name}`))
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end('{"ok":true,"status":200,"modified":true,"ids":["1"]}')
  })
  jobServer.listen(0, '127.0.0.1')
  await once(jobServer, 'listening')
  const address = jobServer.address()
  database = await testDatabase()
  leaveJobServer = setJobServer({
    INNGEST_DEV: '0',
    INNGEST_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    INNGEST_EVENT_KEY: 'test',
    INNGEST_SIGNING_KEY: 'ab'.repeat(32),
  })
  await inWorker(({ db }) => db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, url: 'http://127.0.0.1:9' }))
})
afterAll(async () => {
  leaveJobServer()
  await database.close()
  jobServer.closeAllConnections()
  jobServer.close()
})

it('wakes what is due once the jobs are registered: an event that comes before starts none of them', async () => {
  const end = startBackground()
  await waitUntil(() => asked.some((what) => what.startsWith('event deposits')), { timeoutMs: 30_000 })
  await end()
  expect(asked.slice(0, 4)).toEqual(['refused', 'refused', 'refused', 'registered'])
  expect(asked.slice(4).filter((what) => what.startsWith('event deposits'))).not.toEqual([])
})
