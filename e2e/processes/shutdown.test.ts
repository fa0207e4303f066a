import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { transactions } from '@/db/schema'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { answering, type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { createOwner, enqueueMessage, readMessage } from '@/server/testing/messages'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { testEnvironment } from '@/server/testing/test-database'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

const database = openDatabase()
let chain: LocalChain
let client: Caller
let receiver: Receiver
/** The job server's side that takes events. */
let events: Receiver
let app: ChildProcess
let port: number
const log: string[] = []

beforeAll(async () => {
  chain = await startLocalChain()
  client = await newCaller()
  receiver = await startReceiver(() => {})
  events = await startReceiver(answering(200, {}, '{"ids":["1"],"status":200}'))
  port = await findFreePort()
  const env = { ...process.env, ...testEnvironment(database.url), PORT: String(port), LOG_LEVEL: 'info' }
  app = spawn(process.execPath, [await bundleProgram('front/server.ts')], {
    env: { ...env, NODE_ENV: 'production', INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${port}`, INNGEST_DEV: events.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const out of [app.stdout, app.stderr]) out?.on('data', (part: Buffer) => log.push(part.toString()))
  await vi.waitFor(async () => expect((await get('/healthz')).status).toBe(200), { timeout: 150_000, interval: 100 })
})
afterAll(async () => {
  app.kill('SIGKILL')
  await Promise.all([receiver.close(), events.close()])
  await chain.stop()
})

type Answer = { status: number; connection: string | undefined; body: string }

async function answerTo(asked: ReturnType<typeof request>): Promise<Answer> {
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (!answer) throw new Error('no answer')
  return { status: answer.statusCode ?? 0, connection: answer.headers.connection, body: await text(answer) }
}

function open(method: string, path: string, headers: Record<string, string> = {}, agent: Agent | false = false) {
  return request({ host: '127.0.0.1', port, method, path, headers, agent })
}

function get(path: string, agent: Agent | false = false): Promise<Answer> {
  const asked = open('GET', path, {}, agent)
  asked.end()
  return answerTo(asked)
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = open('POST', path, { 'content-type': 'application/json', ...headers })
  asked.end(JSON.stringify(body))
  return answerTo(asked)
}

/** Sends the job server's request that runs a job. */
function runJob(id: string, name: string, data: object): Promise<Answer> {
  const event = { name, id: randomUUID(), data, ts: Date.now() }
  const ctx = { run_id: randomUUID(), attempt: 0, max_attempts: 6, use_api: false, stack: { stack: [], current: 0 } }
  const body = { version: -1, event, events: [event], steps: {}, defers: {}, ctx }
  return post(`/api/inngest?fnId=slipway-${id}&stepId=step`, body)
}

it('asked to end, it refuses what is new, answers what it has, puts its work down and is gone', {
  timeout: 55_000,
}, async () => {
  const exit = once(app, 'exit')
  const wallet = await newWallet(client.tenant)
  await chain.fundToken(wallet.address, 1_000_000n)
  // No block comes: the transfer stays open, and its worker would turn for 20 s.
  await chain.test.setIntervalMining({ interval: 0 })
  const transfer = {
    fromAddress: wallet.address,
    toAddress: TO,
    amount: '1',
    chainType: 'EVM',
    chainId: CHAIN_ID,
    cNGN: true,
  }
  const waiting = post(
    '/v1/wallet/transaction',
    { ...transfer, waitForCompletion: true },
    { authorization: `Bearer ${client.token}`, 'idempotency-key': randomUUID() },
  )
  await vi.waitFor(async () => expect(await workerCtx().db.select().from(transactions)).not.toEqual([]), 20_000)
  const running = runJob('pump-chain', 'chain/woken', { chainId: CHAIN_ID })
  const messageId = await enqueueMessage(await createOwner(), receiver.url)
  let answerReceiver: () => void = () => {}
  receiver.answer((_visit, response) => {
    answerReceiver = () => response.end()
  })
  const dispatching = runJob('dispatch-webhooks', 'webhooks/woken', {})
  await vi.waitFor(() => expect(receiver.visits).toHaveLength(1), 20_000)
  const half = open('POST', '/v1/oauth/token', { 'content-type': 'application/json' })
  const slow = answerTo(half)
  half.write('{"grant_type":')
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await get('/healthz', kept)).connection).toBe('keep-alive')

  app.kill('SIGTERM')
  await vi.waitFor(
    async () =>
      expect(await get('/readyz')).toMatchObject({
        status: 503,
        body: expect.stringContaining('"process":"stopping"'),
      }),
    5_000,
  )
  expect(await get('/v1/wallet/balance', kept)).toMatchObject({ status: 503, connection: 'close' })
  expect(await get('/sign-in')).toMatchObject({ status: 503, connection: 'close' })
  expect(await runJob('sweep', 'inngest/scheduled.timer', {})).toMatchObject({ status: 503, connection: 'close' })

  expect(await waiting).toMatchObject({ status: 202, connection: 'close' })
  // The worker stopped early, and another process is asked to continue.
  expect(await running).toMatchObject({ status: 200 })
  const sent = events.visits.flatMap(({ body }) => JSON.parse(body || '[]'))
  expect(sent).toContainEqual(expect.objectContaining({ name: 'chain/woken', data: { chainId: CHAIN_ID } }))
  answerReceiver()
  expect(await dispatching).toMatchObject({ status: 200 })
  expect((await readMessage(messageId)).message.status).toBe('delivered')
  half.end('"client_credentials","client_secret":"none"}')
  expect(await slow).toMatchObject({ status: 401, connection: 'close' })
  expect(await exit).toEqual([0, null])
})

it('wrote nothing but JSON lines to its log', () => {
  const lines = log.join('').split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
})
