import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { PublicKey } from '@solana/web3.js'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainCursors, signatures } from '@/db/schema'
import { bundleProgram } from '@/dev/bundle-programs'
import { workerCtx } from '@/server/ctx'
import { callSigner } from '@/server/custody/remote/call-signer'
import { detectRewind } from '@/server/engine/recovery/detect-rewind'
import { detectOtherDatabase } from '@/server/engine/recovery/notice-restore'
import type { FaultPoint } from '@/server/fault-point'
import { knownDatabase } from '@/server/recovery/known-database'
import { attemptsOf, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { changeRow, unguardRows } from '@/server/testing/poisoned-rows'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { startSigner } from '@/server/testing/start-signer'

let world: SolanaWorld
let program: string
let signer: Awaited<ReturnType<typeof startSigner>>

beforeAll(async () => {
  world = await openSolanaWorld({
    beside: async (url) => {
      signer = await startSigner(url)
    },
  })
  await unguardRows()
  // As at the start of an app: the signer compares the database with what the app knows.
  await detectOtherDatabase(workerCtx())
  await detectRewind(workerCtx())
  expect(knownDatabase()).toEqual({ place: expect.any(String), epoch: expect.any(Number) })
  program = await bundleProgram('e2e/processes/run-solana-once.ts')
})
beforeEach(() => signer.start())
afterAll(async () => {
  await signer.stop()
  await world.close()
})

test('sends a transfer as ever', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test.each(['solana-after-sign', 'solana-after-store'] satisfies FaultPoint[])(
  'a signer killed at %s costs nobody anything',
  async (point) => {
    const [wallet, recipient] = [await world.fundedWallet(), someone()]
    const ids = await Promise.all(Array.from({ length: 5 }, () => world.business.transfer(wallet, recipient, '1')))
    writeFileSync(signer.faultFile, point)
    const run = runEngine().catch((error: unknown) => error)
    await signer.ended()
    expect(await run).toMatchObject({ reason: 'key_service_unavailable' })
    await signer.start()
    await runEngine()
    const rows = await Promise.all(ids.map(rowOf))
    expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'))
    expect(await world.solana.balance(recipient)).toBe(5n * SOL)
    for (const id of ids) {
      const attempts = await attemptsOf(id)
      const noted = await workerCtx().db.select().from(signatures).where(eq(signatures.transactionId, id))
      expect(attempts).toHaveLength(1)
      expect(noted.map(({ txHash }) => txHash)).toEqual(attempts.map(({ txHash }) => txHash))
    }
  },
)

test.each([
  ['after the signer answered', 'solana-after-send', ''],
  ['while the signer signs', '', 'solana-after-sign SIGSTOP'],
])('an app killed %s costs nobody anything', async (_name, ofApp, ofSigner) => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const appFault = `${signer.faultFile}-app`
  for (const [file, order] of [
    [appFault, ofApp],
    [signer.faultFile, ofSigner],
  ] as const)
    if (order !== '') writeFileSync(file, order)
  const app = spawn(process.execPath, [program], { env: { ...process.env, FAULT_FILE: appFault } })
  const ended = once(app, 'exit')
  if (ofSigner !== '') {
    await expect.poll(() => existsSync(signer.faultFile), { timeout: 60_000 }).toBe(false)
    app.kill('SIGKILL')
    await ended
    signer.resume()
  }
  expect((await ended)[1]).toBe('SIGKILL')
  const status = async () => {
    await runEngine()
    return (await rowOf(id)).status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('COMPLETED')
  expect(await world.solana.balance(recipient)).toBe(SOL)
  expect(await attemptsOf(id)).toHaveLength(1)
})

const STOLEN = {
  'to another wallet of the business': (sibling: string) => sql`from_address = ${sibling}`,
  'of a suspended business': () => sql`business_id = business_id`,
  'that waits for its approval': () => sql`stage = 'awaiting_approval'`,
  'that failed': () => sql`status = 'FAILED', stage = 'final'`,
}

test.each(Object.keys(STOLEN) as (keyof typeof STOLEN)[])('no transfer is signed %s', async (name) => {
  const { db } = workerCtx()
  const [wallet, sibling, recipient] = [await world.fundedWallet(), await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const suspended = name === 'of a suspended business'
  const setStatus = (status: string) =>
    db.execute(sql`update businesses set status = ${status} where id = ${world.tenant.businessId}`)
  if (suspended) await setStatus('suspended')
  else await changeRow(id, STOLEN[name](sibling))
  await runEngine().catch(() => {})
  // The engine passes most of these over: the signer is asked for it all the same, as a thief would.
  const row = await rowOf(id)
  const order = {
    ...{ chainId: row.chainId, lease: { owner: 'thief', fence: 0 }, database: knownDatabase() },
    ...{ blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 10n ** 9n },
    orders: [
      {
        ...{ transactionId: id, computeUnits: 1_000, microLamportsPerUnit: 0n, tokenProgram: null },
        ...{ rentLamports: 0n, rentPerAccount: 2_039_280n, replaces: null },
      },
    ],
  }
  await expect(callSigner('signTransfers', order)).rejects.toThrow(/not to be signed now|its wallet is another one/)
  expect(await attemptsOf(id)).toEqual([])
  if (suspended) await setStatus('active')
  await changeRow(id, sql`status = 'FAILED', stage = 'final'`)
})

test.each([
  ['that the former signature expired', sql`stage = stage`, true],
  ['that it was never signed', sql`stage = 'queued', tx_hash = null, signed_at = null`, false],
])('the word of the app %s is not believed: the chain is asked', async (_name, change, isReplaced) => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  writeFileSync(signer.faultFile, 'solana-after-store')
  await runEngine().catch(() => {})
  await signer.ended()
  await signer.start()
  const { txHash, chainId } = await rowOf(id)
  await changeRow(id, change)
  const [cursor] = await workerCtx().db.select().from(chainCursors).where(eq(chainCursors.chainId, chainId))
  const order = {
    ...{ chainId, lease: { owner: cursor?.leaseOwner ?? '', fence: cursor?.fence ?? 0 } },
    database: knownDatabase(),
    ...{ blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 10n ** 9n },
    orders: [
      {
        ...{ transactionId: id, computeUnits: 1_000, microLamportsPerUnit: 0n, tokenProgram: null },
        ...{ rentLamports: 0n, rentPerAccount: 2_039_280n, replaces: isReplaced ? txHash : null },
      },
    ],
  }
  await expect(callSigner('signTransfers', order)).rejects.toThrow(/may still be included/)
  expect(await attemptsOf(id)).toHaveLength(1)
  await changeRow(id, sql`stage = 'signed', tx_hash = ${txHash}`)
  await world.solana.control('expireBlockhashes')
  const status = async () => {
    await runEngine()
    return (await rowOf(id)).status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('COMPLETED')
  expect(await world.solana.balance(recipient)).toBe(SOL)
  expect((await attemptsOf(id)).map(({ reason }) => reason).sort()).toEqual(['first', 'resign'])
})
