import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { migrateDatabase } from '@/db/migrate'
import { plans, sessions } from '@/db/schema'
import { TEST_SECRET } from '@/db/testing-database'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { inTenant, workerCtx } from '@/server/ctx'
import { createApiKey } from '@/server/keys/create-api-key'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { testEnvironment } from '@/server/testing/test-database'
import { walletClient } from '@/server/testing/wallet-client'

const FORMER = TEST_SECRET
const NEW = randomBytes(32).toString('base64')
const SLOW = { timeout: 240_000, interval: 50 }
/** Between two rounds of calls: without a pause they would hold up the start that they wait for. */
const ROUND_EVERY_MS = 50

let world: EngineWorld
let program: string
const running: ChildProcess[] = []
beforeAll(async () => {
  ;[world, program] = await Promise.all([openEngineWorld(), bundleProgram('front/server.ts')])
  await migrateDatabase(world.databaseUrl, FORMER)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await world.close()
})

/** A process of the product with these secrets. */
async function start(secrets: string) {
  const port = await findFreePort()
  const env = { ...process.env, ...testEnvironment(world.databaseUrl), SLIPWAY_SECRET: secrets, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [program], { env: { ...env, NODE_ENV: 'production', PORT: String(port) } })
  running.push(child)
  const output = text(child.stdout)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    ready: () =>
      vi.waitFor(async () => {
        const answer = await fetch(`${url}/readyz`)
        expect(z.object({ checks: z.object({ keys: z.literal('ok') }) }).safeParse(await answer.json()).success).toBe(
          true,
        )
      }, SLOW),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    fatal: async () => {
      const [code] = await once(child, 'exit')
      const lines = (await output).split('\n').filter(Boolean)
      const said = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 60)
      return { code, said: said?.msg }
    },
  }
}

/** Calls with a key of the project, at whatever process is named now; nothing but the documented answers passes. */
async function newLoad() {
  const client = await walletClient()
  const wallet = await newWallet(client.tenant)
  await world.chain.test.setBalance({
    address: z.custom<`0x${string}`>().parse(wallet.address),
    value: parseEther('10'),
  })
  await workerCtx()
    .db.update(plans)
    .set({ rateLimits: { readPerMinute: 100_000, writePerMinute: 100_000 } })
  const { key } = await inTenant(client.tenant, (ctx) =>
    createApiKey({ ...ctx, projectId: client.tenant.projectId }, { environment: 'live' }),
  )
  const at = { urls: [] as string[] }
  const failures: string[] = []
  const made = new Map<string, string>()
  async function ask(url: string, path: string, init: RequestInit): Promise<unknown> {
    const answer = await fetch(`${url}${path}`, init)
    const body = await answer.text()
    if (answer.ok) return JSON.parse(body)
    failures.push(`${path} ${answer.status} ${body}`)
    return null
  }
  async function newToken(url: string): Promise<string> {
    const body = JSON.stringify({ grant_type: 'client_credentials', client_secret: key })
    const said = await ask(url, '/v1/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return z.object({ access_token: z.string() }).parse(said).access_token
  }
  const record = z.object({ data: z.object({ id: z.string() }) })
  let token = ''
  /** A transfer, asked for at each process under one key, and a read. */
  async function once(): Promise<void> {
    const idempotencyKey = randomUUID()
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    }
    const transfer = { fromAddress: wallet.addressIndex, toAddress: RECIPIENT, amount: '0.000001', chainType: 'EVM' }
    const body = JSON.stringify({ ...transfer, chainId: CHAIN_ID })
    const ids = new Set<string>()
    for (const url of [...at.urls, ...at.urls]) {
      const said = record.safeParse(await ask(url, '/v1/wallet/transaction', { method: 'POST', headers, body }))
      if (said.success) ids.add(said.data.data.id)
      await ask(url, '/v1/wallet/hd', { headers: { authorization: headers.authorization } })
    }
    if (ids.size !== 1) failures.push(`${ids.size} transfers under one key`)
    for (const id of ids) made.set(idempotencyKey, id)
  }
  return {
    client,
    failures,
    made,
    /** Calls every process in turn until `work` has ended. */
    async during(processes: { url: string }[], work: () => Promise<void>): Promise<void> {
      at.urls = processes.map(({ url }) => url)
      for (const url of at.urls) token = await newToken(url)
      let isOver = false
      const ending = work().finally(() => {
        isOver = true
      })
      do {
        await once()
        await pause(ROUND_EVERY_MS)
      } while (!isOver)
      await ending
    },
  }
}

it('a rotation fails no call, makes nothing twice, and ends when nobody is under the former secret', async () => {
  const load = await newLoad()
  expect(await (await start(`${NEW},${FORMER}`)).fatal()).toEqual({
    code: 78,
    said: expect.stringContaining('In a rotation the former one stands first until it has'),
  })
  await expect(migrateDatabase(world.databaseUrl, `${NEW},${FORMER}`)).rejects.toThrow('name the former one first')

  let now = await start(FORMER)
  await now.ready()
  for (const secrets of [`${FORMER},${NEW}`, `${NEW},${FORMER}`]) {
    // A process that runs takes calls while the database is migrated and the next one starts; then both do, then the
    // next alone.
    let next = now
    await load.during([now], async () => {
      await migrateDatabase(world.databaseUrl, secrets)
      next = await start(secrets)
      await next.ready()
    })
    await load.during([now, next], async () => {})
    await load.during([next], now.stop)
    now = next
  }
  expect(load.failures).toEqual([])
  expect(load.made.size).toBeGreaterThan(6)
  expect(new Set(load.made.values()).size).toBe(load.made.size)
  await world.runUntilEnded(...load.made.values())
  const received = await world.chain.rpc.getBalance({ address: RECIPIENT })
  expect(received).toBe(BigInt(load.made.size) * parseEther('0.000001'))

  const { sessionId } = await newPortalCaller({ platformRole: 'operator' })
  await expect(migrateDatabase(world.databaseUrl, NEW)).rejects.toThrow('under which 1 sign-in lasts until')
  expect(await (await start(NEW)).fatal()).toEqual({
    code: 78,
    said: expect.stringContaining('lacks the former secret, under which 1 sign-in stands'),
  })
  await workerCtx().db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, sessionId))
  let last = now
  await load.during([now], async () => {
    await migrateDatabase(world.databaseUrl, NEW)
    last = await start(NEW)
    await last.ready()
  })
  await load.during([last], now.stop)
  expect(load.failures).toEqual([])
  expect(await (await start(FORMER)).fatal()).toMatchObject({ code: 78 })
  await last.stop()
}, 600_000)
