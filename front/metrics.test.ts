import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { readSource, sourcesIn } from '@/dev/testing/sources'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { runLogged } from '@/inngest/run-logged'
import { METRIC_AREAS } from '@/registry/metrics'
import { findChain, forgetChains } from '@/server/chains/registry'
import { callEveryEndpoint } from '@/server/chains/rpc'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { startMetrics } from '@/server/metrics/start-metrics'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { createOwner, createTransactionRow, enqueueMessage } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { createFrontServer } from './create-front-server'

const TOKEN = 'a-token-of-the-metrics'
const CHAIN_ID = 84_532
const PROVIDER_KEY = 'provider-key-0123456789'

openDatabase()
let server: Server
let baseUrl: string

beforeAll(async () => {
  server = createFrontServer({
    trustedProxies: ['127.0.0.1'],
    isDevelopment: false,
    isHttps: false,
    handleJob: () => {},
    handleStatic: async () => false,
    handlePage: (_incoming, outgoing) => outgoing.writeHead(404).end(),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
beforeEach(() => {
  Object.assign(env(), { METRICS_TOKEN: TOKEN, METRICS_NETWORKS: [] })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${baseUrl}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const scrape = () => ask('/metrics', bearer(TOKEN))

describe('the page', () => {
  const statusOf = async (headers: Record<string, string>) => (await ask('/metrics', headers)).status

  test('is not there where neither a token nor a network is set', async () => {
    Object.assign(env(), { METRICS_TOKEN: undefined })
    expect(await statusOf(bearer(TOKEN))).toBe(404)
  })

  test('wants the token', async () => {
    expect(await statusOf({})).toBe(401)
    expect(await statusOf(bearer(`${TOKEN}!`))).toBe(401)
    expect(await statusOf({ authorization: TOKEN })).toBe(401)
    expect(await statusOf(bearer(TOKEN))).toBe(200)
  })

  test('is not there for other networks, whatever token they send', async () => {
    Object.assign(env(), { METRICS_NETWORKS: ['10.0.0.0/8'] })
    expect(await statusOf(bearer(TOKEN))).toBe(404)
    expect(await statusOf({ ...bearer(TOKEN), 'x-forwarded-for': '10.1.2.3, 203.0.113.9' })).toBe(404)
    expect(await statusOf({ ...bearer(TOKEN), 'x-forwarded-for': '10.1.2.3' })).toBe(200)
    expect(await statusOf({ ...bearer('wrong'), 'x-forwarded-for': '10.1.2.3' })).toBe(401)
  })

  test('needs no token where a network alone is set', async () => {
    Object.assign(env(), { METRICS_TOKEN: undefined, METRICS_NETWORKS: ['127.0.0.0/8'] })
    expect(await statusOf({})).toBe(200)
  })
})

describe('what it tells', () => {
  let node: Awaited<ReturnType<typeof startStubNode>>
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let caller: Caller
  let page: string
  const secrets: string[] = []
  const readOf = (series: string) =>
    Number(
      page
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )

  beforeAll(async () => {
    Object.assign(env(), { METRICS_TOKEN: TOKEN })
    await startMetrics(METRIC_AREAS)
    node = await startStubNode({ chainId: CHAIN_ID })
    await addRpcEndpoint(CHAIN_ID, `${node.url}/v2/${PROVIDER_KEY}`)
    forgetChains()
    receiver = await startReceiver()
    caller = await newCaller()
    const owner = await createOwner()
    await enqueueMessage(owner, `${receiver.url}/secret-path`)
    const queued = await createTransactionRow(owner, { stage: 'queued' })
    await dispatchWebhooks(workerCtx())
    const chain = await findChain(CHAIN_ID)
    if (!chain) throw new Error('no chain')
    await callEveryEndpoint(chain, [], 1_000)
    await runLogged({ name: 'send-mails', of: owner.businessId, chainId: null }, {}, async () => ({
      nextAt: null,
      counts: {},
    }))
    await runLogged({ name: 'send-mails', of: '', chainId: null }, {}, () => Promise.reject(new Error('no'))).catch(
      () => {},
    )
    await ask(`/v1/wallet/transaction/${queued.id}`, bearer(caller.token))
    await ask(`/v1/no-such-path/${queued.id}`)
    // The tests above have read already.
    oncePerProcess('metric-readings', () => new Map()).clear()
    page = (await scrape()).text
    secrets.push(
      owner.businessId,
      owner.projectId,
      caller.tenant.businessId,
      caller.subject.keyId,
      caller.token,
      queued.id,
    )
    secrets.push(queued.fromAddress, PROVIDER_KEY, 'secret-path', TOKEN)
  })
  afterAll(async () => {
    await node.close()
    await receiver.close()
  })

  test('counts requests by operation and status', () => {
    expect(page).toMatch(
      /^slipway_api_requests_total\{operation="GET \/v1\/wallet\/transaction\/\{\w+\}",status="\d+"\} 1$/m,
    )
    expect(readOf('slipway_api_requests_total{operation="unknown",status="404"}')).toBe(1)
    expect(page).toContain(`slipway_http_answers_total{door="api",status="4xx"}`)
  })

  test('counts runs, attempts and calls of chains', () => {
    expect(readOf('slipway_work_runs_total{work="send-mails",outcome="well"}')).toBe(1)
    expect(readOf('slipway_work_runs_total{work="send-mails",outcome="failed"}')).toBe(1)
    expect(readOf('slipway_webhook_attempts_total{outcome="delivered"}')).toBe(1)
    expect(readOf('slipway_webhook_first_attempt_seconds_count')).toBe(1)
    const endpoint = new URL(node.url).host
    expect(
      readOf(`slipway_rpc_requests_total{chain="84532",endpoint="${endpoint}",outcome="answered"}`),
    ).toBeGreaterThan(0)
    expect(readOf(`slipway_rpc_endpoint_well{chain="84532",endpoint="${endpoint}"}`)).toBe(1)
  })

  test('tells of queues, alarms, the ledger, pools and the process', () => {
    expect(readOf('slipway_queue_depth{queue="transactions_queued"}')).toBe(1)
    const empty = ['webhooks_due', 'token_operations', 'sweeps_due', 'sweeps_open', 'event_replays', 'alarm_messages']
    expect(empty.map((queue) => readOf(`slipway_queue_depth{queue="${queue}"}`))).toEqual(empty.map(() => 0))
    expect(readOf('slipway_alarms_open{kind="ledger_drift"}')).toBe(0)
    expect(readOf('slipway_ledger_drift_currencies')).toBe(0)
    expect(readOf('slipway_money_in_exceptions_kobo')).toBe(0)
    expect(readOf('slipway_recovering')).toBe(0)
    expect(readOf('slipway_database_connections{pool="app",state="open"}')).toBeGreaterThan(0)
    expect(readOf('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(readOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(readOf('slipway_ready{check="process"}')).toBe(1)
  })

  test('has every reading, and no family that no area names', () => {
    expect(page.match(/^slipway_reading_ok\{.*$/gm)?.filter((line) => !line.endsWith(' 1'))).toEqual([])
    const known = METRIC_AREAS.flatMap(({ recorded = [], readings = [] }) => [
      ...recorded,
      ...readings.flatMap(({ metrics }) => metrics),
    ]).map(({ name }) => name)
    const reported = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(reported.length).toBeGreaterThan(25)
    expect(reported.filter((name) => !known.includes(name ?? ''))).toEqual([])
    expect(new Set(reported).size).toBe(reported.length)
  })

  test('names nobody: no id, address, key, path or token', () => {
    for (const secret of secrets) expect(page).not.toContain(secret)
    expect(page).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|0x[0-9a-f]{16}|[1-9A-HJ-NP-Za-km-z]{32}/)
  })

  test('asks the database once for all who come within its time', async () => {
    const before = readOf('slipway_queue_depth{queue="transactions_queued"}')
    await createTransactionRow(await createOwner(), { stage: 'queued' })
    await Promise.all([scrape(), scrape()])
    page = (await scrape()).text
    expect(readOf('slipway_queue_depth{queue="transactions_queued"}')).toBe(before)
  })

  test('counts who waits for a connection', async () => {
    const open = readOf('slipway_database_waits_total{pool="app"}')
    const hold = () => inTenant(caller.tenant, ({ db }) => db.execute('select pg_sleep(0.01)'))
    await Promise.all(Array.from({ length: 40 }, hold))
    page = (await scrape()).text
    expect(readOf('slipway_database_waits_total{pool="app"}')).toBeGreaterThan(open)
    expect(readOf('slipway_database_wait_seconds_total{pool="app"}')).toBeGreaterThan(0)
    expect(readOf('slipway_database_waiting{pool="app",for="connection"}')).toBe(0)
  })
})

test('one file alone knows the library', () => {
  const users = ['server', 'front', 'inngest', 'app', 'db', 'deploy']
    .flatMap(sourcesIn)
    .filter((file) => /'@opentelemetry\/(sdk-metrics|exporter-prometheus)'/.test(readSource(file)))
  expect(users).toEqual(['server/metrics/library.ts'])
})
