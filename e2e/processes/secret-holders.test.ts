import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { answering, type Receiver, startReceiver } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { createOwner, enqueueMessage, makeDue, type Owner, readMessage } from '@/server/testing/messages'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { testEnvironment } from '@/server/testing/test-database'
import { isVerified, withPortalSecret, withRequestSecret } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'

type App = { child: ChildProcess; url: string }

const database = openDatabase()
let receiver: Receiver
let caller: Caller
let owner: Owner
let fromAddress: string
/** Two processes of the product; this one, which holds no secret, is a third. */
let first: App
let second: App

beforeAll(async () => {
  receiver = await startReceiver()
  // Never called: nothing drains the transfers here.
  await addRpcEndpoint(84_532, 'http://127.0.0.1:9/')
  caller = await newCaller()
  owner = await createOwner(caller.tenant)
  const wallet = await newWallet(owner)
  fromAddress = wallet.address
  const program = await bundleProgram('front/server.ts')
  ;[first, second] = await Promise.all([startApp(program), startApp(program)])
}, 240_000)
beforeEach(() => {
  receiver.clear()
  receiver.answer(answering(200))
})
afterAll(async () => {
  for (const { child } of [first, second]) child.kill('SIGKILL')
  await receiver.close()
})

async function startApp(program: string): Promise<App> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...testEnvironment(database.url), PORT: String(port), NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), {
    timeout: 200_000,
    interval: 200,
  })
  return { child, url }
}

/** A transfer whose webhook is due, with a secret that only `app` knows. */
async function owedBy(app: App, secret: string, webhookUrl = receiver.url): Promise<string> {
  const answer = await fetch(`${app.url}/v1/wallet/transaction`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      fromAddress,
      toAddress: '0x00000000000000000000000000000000000000AA',
      amount: '0.000001',
      chainType: 'EVM',
      chainId: 84_532,
      webhookUrl,
      webhookSecret: secret,
    }),
  })
  const { data } = await answer.json()
  const reported = { source: 'transaction', sourceId: data.id, keySource: 'request' } as const
  return enqueueMessage(owner, webhookUrl, { ...reported, nextAttemptAt: new Date() })
}

test('who holds the secret delivers, whoever else looks for work', async () => {
  const secrets = Array.from({ length: 8 }, () => randomBytes(12).toString('hex'))
  const ids = await Promise.all(secrets.map((secret, index) => owedBy(index % 2 ? first : second, secret)))
  await dispatchWebhooks(workerCtx())
  await vi.waitFor(() => expect(receiver.visits).toHaveLength(8), 60_000)
  for (const [index, id] of ids.entries()) {
    const visit = receiver.visits.find(({ headers }) => headers['webhook-id'] === id)
    expect(visit && isVerified(withRequestSecret(secrets[index] ?? ''), visit)).toBe(true)
    expect(visit?.headers['webhook-key']).toBeUndefined()
  }
})

test('a process that is asked to end gives the secrets it holds to another', async () => {
  const secret = randomBytes(12).toString('hex')
  receiver.answer(answering(500))
  const id = await owedBy(first, secret)
  await vi.waitFor(async () => expect((await readMessage(id)).attempts).toHaveLength(1), 60_000)
  const exit = once(first.child, 'exit')
  first.child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  receiver.clear()
  receiver.answer(answering(200))
  await makeDue(id)
  await vi.waitFor(async () => expect((await readMessage(id)).message.status).toBe('delivered'), 60_000)
  const [visit] = receiver.visits
  expect(visit && isVerified(withRequestSecret(secret), visit)).toBe(true)
  expect((await readMessage(id)).attempts.map(({ signedWith }) => signedWith)).toEqual(['request', 'request'])
})

test('what a killed process held waits a bounded time, then the project signs and says so', {
  timeout: 240_000,
}, async () => {
  const secret = randomBytes(12).toString('hex')
  receiver.answer(answering(500))
  const id = await owedBy(second, secret)
  await vi.waitFor(async () => expect((await readMessage(id)).attempts).toHaveLength(1), 60_000)
  second.child.kill('SIGKILL')
  receiver.clear()
  receiver.answer(answering(200))
  await makeDue(id)
  const before = Date.now()
  const { nextAt } = await dispatchWebhooks(workerCtx())
  expect(receiver.visits).toEqual([])
  expect(new Date(nextAt ?? 0).getTime()).toBeGreaterThan(before)
  expect(new Date(nextAt ?? 0).getTime()).toBeLessThan(before + 60_000)
  const { db } = workerCtx()
  await db
    .update(webhookMessages)
    .set({ nextAttemptAt: new Date(before - 60_000) })
    .where(eq(webhookMessages.id, id))
  await dispatchWebhooks(workerCtx())
  const [visit] = receiver.visits
  expect(visit?.headers['webhook-key']).toBe('project')
  expect(visit && isVerified(withPortalSecret(owner.secret), visit)).toBe(true)
})
