import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { alarms } from '@/db/schema'
import { registerUntilAccepted } from '@/front/register-until-accepted'
import { verifyStart } from '@/front/verify-start'
import { functions } from '@/inngest'
import { READINESS_CHECKS } from '@/registry/readiness-checks'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { pools } from '@/server/database/pools'
import { keysState } from '@/server/installation/keys-state'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { setJobServer } from '@/server/testing/set-job-server'
import { answerReadiness } from './answer-readiness'

const CHAIN_ID = 84_532
const SILENT_CHAIN_ID = 11_155_111

/** The job server's answers to the next registrations; after these it accepts all registrations. */
let refusals: ((respond: (status: number, body: string) => void) => void)[] = []
const registered: { url: string; functions: { id: string }[] }[] = []
let jobServer: Server
let leaveJobServer = () => {}
openDatabase()
let node: Awaited<ReturnType<typeof startStubNode>>
let ready: () => Promise<{ status: number; body: { status: string; checks: Record<string, unknown> }; text: string }>

beforeAll(async () => {
  node = await startStubNode({ chainId: CHAIN_ID })
  jobServer = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const refuse = refusals.shift()
    if (refuse) return refuse((status, body) => outgoing.writeHead(status).end(body))
    registered.push(JSON.parse(text))
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"status":200,"modified":true}')
  })
  jobServer.listen(0, '127.0.0.1')
  await once(jobServer, 'listening')
  const address = jobServer.address()
  leaveJobServer = setJobServer({
    INNGEST_DEV: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  })
  await addRpcEndpoint(CHAIN_ID, `${node.url}/v2/provider-key-123`)
  await addRpcEndpoint(SILENT_CHAIN_ID, 'http://127.0.0.1:9/v2/provider-key-456')
  ready = async () => {
    const { status, body } = await answerReadiness(READINESS_CHECKS)
    return { status, body: JSON.parse(body), text: body }
  }
})
afterAll(async () => {
  leaveJobServer()
  jobServer.closeAllConnections()
  jobServer.close()
  await node.close()
})

const openAlarms = () =>
  workerCtx()
    .db.select({ message: alarms.message, closedAt: alarms.closedAt })
    .from(alarms)
    .where(eq(alarms.kind, 'jobs_not_registered'))

it('is not ready before its keys were proven and the job server took the jobs, and says so', async () => {
  // The first question opens a connection, which may take longer than a probe waits.
  await expect.poll(ready).toMatchObject({
    status: 503,
    body: { status: 'unavailable', checks: { jobs: 'not_registered', keys: 'not_proven', database: 'ok' } },
  })
  await verifyStart()
  expect((await ready()).body.checks).toMatchObject({ jobs: 'not_registered', keys: 'ok' })
})

it('registers through refusals, and an alarm is open exactly while it is not', async () => {
  let allow: () => void = () => {}
  const seen = new Promise<void>((resolve) => {
    allow = resolve
  })
  refusals = [
    (respond) => respond(500, 'not JSON'),
    (respond) => respond(401, '{"error":"unauthorized","status":401}'),
    (respond) => void seen.then(() => respond(503, '{"error":"starting","status":503}')),
  ]
  const done = registerUntilAccepted(new AbortController().signal, { firstMs: 1, maxMs: 5, alarmAfterMs: 0 })
  await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1), { timeout: 60_000 })
  expect(await openAlarms()).toEqual([{ message: expect.stringContaining('does not know'), closedAt: null }])
  expect((await ready()).status).toBe(503)
  allow()
  await done
  expect(await openAlarms()).toEqual([{ message: expect.any(String), closedAt: expect.any(Date) }])
  expect(registered).toHaveLength(1)
  expect(registered[0]?.url).toBe('http://127.0.0.1:3000/api/inngest')
  expect(registered[0]?.functions.map(({ id }) => id).sort()).toEqual(
    functions.map((job) => `slipway-${job.id()}`).sort(),
  )
})

it('is ready then; a chain out of reach is told and takes no process out; no address shows', async () => {
  // A chain that is asked for the first time may answer later than a probe waits.
  const answer = async () => {
    const { status, body } = await ready()
    return { status, body }
  }
  await expect.poll(answer).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      checks: {
        process: 'ok',
        database: 'ok',
        keys: 'ok',
        signer: 'ok',
        jobs: 'ok',
        chains: { [CHAIN_ID]: 'ok', [SILENT_CHAIN_ID]: 'unreachable' },
      },
    },
  })
  const { text } = await ready()
  expect(text).not.toContain('127.0.0.1')
  expect(text).not.toContain('provider-key')
})

it('is not ready while its keys do not work', async () => {
  keysState().state = 'key_service_silent'
  expect(await ready()).toMatchObject({ status: 503, body: { checks: { keys: 'key_service_silent' } } })
  keysState().state = 'ok'
  await expect.poll(async () => (await ready()).status).toBe(200)
})

it('asks nobody more often because many ask it', async () => {
  // The verdicts are kept for as long as the clock stands.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  await expect.poll(ready).toMatchObject({ status: 200, body: { checks: { chains: { [CHAIN_ID]: 'ok' } } } })
  const before = node.asked.length
  const answers = await Promise.all(Array.from({ length: 500 }, ready))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect(node.asked.length).toBe(before)
})

it('is not ready without Postgres', async () => {
  await pools().worker.end({ timeout: 1 })
  await vi.waitFor(async () => expect((await ready()).body.checks).toMatchObject({ database: 'unreachable' }), 60_000)
  expect((await ready()).status).toBe(503)
})
