import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { migrateDatabase } from '@/db/migrate'
import { plans, transactionAttempts, transactions } from '@/db/schema'
import { TEST_SECRET, TEST_SIGNER_SECRET } from '@/db/testing-database'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { startSigner } from '@/server/testing/start-signer'
import { testEnvironment } from '@/server/testing/test-database'
import { walletClient } from '@/server/testing/wallet-client'

const FORMER = TEST_SIGNER_SECRET
const NEW = randomBytes(32).toString('base64')
const SLOW = { timeout: 60_000, interval: 50 }
/** The load is steady, and leaves the machine to the processes that start. */
const PAUSE_MS = 50

let world: EngineWorld
let signer: Awaited<ReturnType<typeof startSigner>>
let app: ChildProcess | null = null

const migrate = (secrets: string) => migrateDatabase(world.databaseUrl, TEST_SECRET, { signerSecret: secrets })

beforeAll(async () => {
  world = await openEngineWorld({
    beside: async (url) => {
      await migrateDatabase(url, TEST_SECRET, { signerSecret: FORMER })
      signer = await startSigner(url)
    },
  })
})
afterAll(async () => {
  app?.kill('SIGKILL')
  await signer.stop()
  await world.close()
})

/** A process of the product that takes calls, and asks the signer. */
async function startApp(): Promise<string> {
  const program = await bundleProgram('front/server.ts')
  const port = String(await findFreePort())
  const { DATABASE_URL = '' } = process.env
  const variables = { ...testEnvironment(DATABASE_URL), SIGNER_SOCKET: signer.socket, PORT: port }
  app = spawn(process.execPath, [program], { env: { ...process.env, ...variables, NODE_ENV: 'production' } })
  const url = `http://127.0.0.1:${port}`
  const isRight = z.object({ checks: z.object({ keys: z.literal('ok'), signer: z.literal('ok') }) })
  await vi.waitFor(async () => {
    const answer = await fetch(`${url}/readyz`)
    expect(isRight.safeParse(await answer.json()).success).toBe(true)
  }, SLOW)
  return url
}

/** Transfers of one wallet, asked for at the app, and the engine that has them signed; nothing may fail. */
async function newLoad(url: string) {
  const client = await walletClient()
  const { address, addressIndex } = await newWallet(client.tenant)
  await world.chain.test.setBalance({ address: z.custom<`0x${string}`>().parse(address), value: parseEther('10') })
  const { db } = workerCtx()
  await db.update(plans).set({ rateLimits: { readPerMinute: 100_000, writePerMinute: 100_000 } })
  const authorization = `Bearer ${await client.accessToken()}`
  const record = z.object({ data: z.object({ id: z.string() }) })
  const failures: string[] = []
  const ids: string[] = []

  async function transfer(): Promise<void> {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const wanted = { fromAddress: addressIndex, toAddress: RECIPIENT, amount: '0.000001', chainType: 'EVM' }
    const body = JSON.stringify({ ...wanted, chainId: CHAIN_ID })
    const answer = await fetch(`${url}/v1/wallet/transaction`, { method: 'POST', headers, body })
    const said = await answer.text()
    if (answer.ok) ids.push(record.parse(JSON.parse(said)).data.id)
    else failures.push(`${answer.status} ${said}`)
  }
  /** What waits while no signer is there is signed by a later run. */
  async function sign(): Promise<void> {
    await world.runEngine().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'key_service_unavailable')) failures.push(String(error))
    })
  }
  const countSigned = () => db.$count(transactionAttempts, eq(transactionAttempts.fromAddress, address))
  return {
    failures,
    ids,
    countSigned,
    rows: () => db.select().from(transactions).where(inArray(transactions.id, ids)),
    /** Sends and signs until `work` has ended, and then until something more was signed. */
    async during(work: () => Promise<void>): Promise<void> {
      let isOver = false
      let signedBy = 0
      const ending = work().finally(async () => {
        signedBy = await countSigned()
        isOver = true
      })
      do {
        await transfer()
        await sign()
        await wait(PAUSE_MS)
      } while (!isOver || (await countSigned()) <= signedBy)
      await ending
    },
  }
}

it('SIGNER_SECRET is rotated while transfers are signed: none fails, and the former secret is refused in the end', async () => {
  const load = await newLoad(await startApp())
  await load.during(() => migrate(`${NEW},${FORMER}`))
  await load.during(async () => {
    await signer.stop('SIGTERM')
    await signer.start(NEW)
  })
  await load.during(() => migrate(NEW))
  expect(load.failures).toEqual([])
  await world.runUntilEnded(...load.ids)

  const rows = await load.rows()
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
  expect(rows.map(({ nonce }) => Number(nonce)).toSorted((a, b) => a - b)).toEqual(load.ids.map((_, nonce) => nonce))
  expect(await load.countSigned()).toBe(load.ids.length)
  const received = await world.chain.rpc.getBalance({ address: RECIPIENT })
  expect(received).toBe(BigInt(load.ids.length) * parseEther('0.000001'))

  await signer.stop('SIGTERM')
  await expect(signer.start(FORMER)).rejects.toThrow('Postgres refuses the login that comes from the first of SIGNER')
  await signer.start(NEW)
  await load.during(async () => {})
  expect(load.failures).toEqual([])
}, 240_000)
