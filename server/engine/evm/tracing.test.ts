import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { readSource, sourcesIn } from '@/dev/testing/sources'
import { answering, type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { runLogged } from '@/inngest/run-logged'
import { workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { createLogger } from '@/server/logger'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { createOwner } from '@/server/testing/messages'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { flushTraces, startTracing } from '@/server/tracing/start-tracing'
import { tracing } from '@/server/tracing/trace'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'

const reported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }

let world: EngineWorld
let client: WalletClient
let receiver: Receiver
let collector: Server
const spans: Span[] = []
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  world = await openEngineWorld()
  client = await walletClient({ businessId: world.tenant.businessId })
  await createOwner(client.tenant)
  receiver = await startReceiver()
  receiver.answer(answering(200))
  collector = createServer(async (incoming, outgoing) => {
    const { resourceSpans } = reported.parse(await json(incoming))
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  oncePerProcess('logger', () => createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }))
})
afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await receiver.close()
  await world.close()
})

async function transfer(): Promise<string> {
  const wallet = await world.newWallet(5_000_000n)
  const body = {
    fromAddress: wallet.address,
    toAddress: RECIPIENT,
    chainType: 'EVM',
    chainId: CHAIN_ID,
    cNGN: true,
    amount: '1',
    webhookUrl: `${receiver.url}/outcome`,
  }
  const { data } = await client.post('/v1/wallet/transaction', body, crypto.randomUUID())
  const { id } = z.object({ id: z.string() }).parse(data)
  return id
}

async function runToEnd(id: string): Promise<void> {
  await runLogged({ name: 'pump-chain', of: `${CHAIN_ID}`, chainId: CHAIN_ID }, {}, async () => {
    await world.runUntilEnded(id)
    return { nextAt: null, counts: {} }
  })
  await dispatchWebhooks(workerCtx())
}

test('without a collector nothing is traced and no row has a trace context', async () => {
  await startTracing()
  expect(tracing().to).toBeNull()
  const id = await transfer()
  expect((await world.rowOf(id)).traceContext).toBeNull()
  await runToEnd(id)
  expect(receiver.visits).toHaveLength(1)
  expect(spans).toEqual([])
  expect(lines.filter((line) => 'traceId' in line)).toEqual([])
})

test('a transfer is one trace from request through job, broadcast and block to its webhook, across processes', async () => {
  const address = collector.address()
  Object.assign(env(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' && address?.port}`,
  })
  await startTracing()
  const id = await transfer()
  await flushTraces()
  // Another process, which knows only what the rows store.
  await startTracing()
  await runToEnd(id)
  await flushTraces()

  const request = spans.find(({ name }) => name === 'POST /v1/wallet/transaction')
  const ofTransfer = spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(ofTransfer.map(({ name }) => name)).toEqual([
    'POST /v1/wallet/transaction',
    'job pump-chain: sign',
    'broadcast',
    expect.stringMatching(/^block: (mined|final)$/),
    ...ofTransfer.slice(4, -1).map(() => 'block: final'),
    'webhook attempt',
  ])
  for (const { parentSpanId } of ofTransfer.slice(1)) expect(parentSpanId).toBe(request?.spanId)
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', operation: request?.name, traceId: request?.traceId }),
  )
  const run = spans.find(({ name }) => name === 'job pump-chain')
  expect(run?.traceId).not.toBe(request?.traceId)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'worker ran', traceId: run?.traceId }))
})

test('one file imports the library, and it is loaded only on demand', () => {
  const files = ['server', 'front', 'inngest', 'app', 'db', 'deploy'].flatMap(sourcesIn)
  const having = (text: RegExp) => files.filter((file) => text.test(readSource(file)))
  expect(having(/'@opentelemetry\/(resources|sdk-trace|exporter-trace)/)).toEqual(['server/tracing/library.ts'])
  expect(having(/import .*'@\/server\/tracing\/library'|import [^\n(]*'\.\/library'/)).toEqual([
    'server/metrics/metrics.test.ts',
    'server/metrics/start-metrics.ts',
  ])
})
