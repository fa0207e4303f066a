import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { transactions, webhookMessages } from '@/db/schema'
import { type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { flushRequestLog } from '@/server/api/request-log'
import { findChain, forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { withRequestSecret } from '@/server/testing/webhook-world'
import { createWallets } from '@/server/wallets/create-wallets'
import { dispatchWebhooks } from './dispatch'

const logged: string[] = []
// Before anything asks for it: every level, nothing redacted, so that what redaction would hide shows too.
oncePerProcess('logger', () =>
  pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk))
        done()
      },
    }),
  ),
)

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let receiver: Receiver

beforeAll(async () => {
  doors = await openDoors()
  // Never called: a native transfer asks the chain nothing before it is drained.
  await addRpcEndpoint(84532, 'http://127.0.0.1:9/')
  forgetChains()
  receiver = await startReceiver()
})
afterEach(() => receiver.clear())
afterAll(async () => {
  await receiver.close()
  await doors.close()
})

/** Every table that holds the text in any column, as it is or as bytes in hex. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = workerCtx()
  const names = z
    .array(z.object({ name: z.string() }))
    .parse([...(await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`))])
  expect(names.length).toBeGreaterThan(20)
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '')]
  const found = await Promise.all(
    names.map(async ({ name }) => {
      const rows = await db.execute(
        sql`select 1 from ${sql.identifier(name)} t where ${sql.join(
          forms.map((form) => sql`strpos(t::text, ${form}) > 0`),
          sql` or `,
        )} limit 1`,
      )
      return rows.length > 0 ? name : null
    }),
  )
  return found.filter((name) => name !== null)
}

const isInLog = (text: string) => logged.some((line) => line.includes(text))

test("a request's webhookSecret signs its webhook and is found nowhere: in no table, in no log line", async () => {
  const canary = `canary-${randomBytes(12).toString('hex')}`
  const marker = `marker-${randomBytes(6).toString('hex')}`
  const caller = await newCaller()
  const { tenant } = caller
  await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
  const send = (key: string, body: Record<string, unknown>, door: keyof typeof doors.open = 'the front server') =>
    doors.open[door].send({
      method: 'POST',
      path: '/v1/wallet/transaction',
      headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': key, 'content-type': 'application/json' },
      body,
    })
  const body = {
    fromAddress: 0,
    toAddress: '0x00000000000000000000000000000000000000AA',
    amount: '0.1',
    chainType: 'EVM',
    chainId: 84532,
    webhookUrl: `${receiver.url}/${marker}`,
    webhookSecret: canary,
  }

  const accepted = await send('one', body)
  expect(accepted).toMatchObject({ status: 202 })
  expect(accepted.text).not.toContain(canary)
  // Every way a request may go wrong with the secret in its hands.
  expect(await send('one', body, "Next's route handlers")).toMatchObject({ status: 202, text: accepted.text })
  const refusals = [
    await send('one', { ...body, amount: '0.2' }),
    await send('two', { ...body, amount: '-1' }),
    await send('three', { ...body, webhookUrl: undefined }),
    await send('four', { ...body, webhookSecret: canary.repeat(20) }),
    await send('five', { ...body, [canary]: 1 }),
    await send('six', { ...body, webhookUrl: 'https://10.0.0.1/' }),
    await send('seven', { ...body, chainId: 31337 }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([422, 400, 400, 400, 400, 400, expect.any(Number)])
  for (const refusal of refusals.filter((_, index) => index !== 4)) expect(refusal.text).not.toContain(canary)

  await complete(z.object({ id: z.uuid() }).parse(accepted.body.data).id)
  receiver.answer((_visit, response) => response.writeHead(500).end())
  await dispatchWebhooks(workerCtx())
  // A fault of our own (the project's secret of the factory opens under no key) is logged with all the error says.
  await workerCtx()
    .db.update(webhookMessages)
    .set({ nextAttemptAt: new Date(0), keySource: 'project' })
  await dispatchWebhooks(workerCtx())
  expect(isInLog('a row cannot be processed; others continue')).toBe(true)
  receiver.answer((_visit, response) => response.end())
  await workerCtx()
    .db.update(webhookMessages)
    .set({ nextAttemptAt: new Date(0), leaseUntil: null, keySource: 'request' })
  await dispatchWebhooks(workerCtx())
  const visit = receiver.visits.at(-1)
  expect(withRequestSecret(canary).verify(visit?.body ?? '', visit?.headers ?? {})).toMatchObject({
    type: 'wallet.transfer.completed',
    data: { id: expect.any(String), status: 'COMPLETED' },
  })
  await flushRequestLog()

  // The search finds what is there.
  expect(await tablesWith(marker)).toEqual(['request_log', 'transactions', 'webhook_messages'])
  expect(isInLog('/v1/wallet/transaction')).toBe(true)
  expect(await tablesWith(canary)).toEqual([])
  expect(isInLog(canary)).toBe(false)
})

/** Completes a transaction as the engine does once the chain has confirmed it. */
async function complete(id: string): Promise<void> {
  const chain = await findChain(84532)
  if (!chain) throw new Error('no chain')
  const moved = await endTransactions(chain, null, (db) =>
    db.update(transactions).set({ status: 'COMPLETED', stage: 'final' }).where(eq(transactions.id, id)).returning(),
  )
  expect(moved).toHaveLength(1)
}
