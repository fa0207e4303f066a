import { eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sessions, walletCounters } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { signer } from '@/server/engine/signing/signer'
import { findRecovery } from '@/server/recovery/find-recovery'
import { awaitRestoreCheck, canSend, endRestoreCheck, isRecovering } from '@/server/recovery/is-recovering'
import { knownDatabase } from '@/server/recovery/known-database'
import { breakStatements, ERROR_CODES } from '@/server/testing/break-statements'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { beginDueRecovery, beginRestoreRecovery } from './begin-restore-recovery'
import { snapshotChains } from './snapshot-chains'

const CHAIN_ID = 84532
/** More than a beginning takes. */
const STATEMENTS = 30

openDatabase()
let statements: ReturnType<typeof breakStatements>
beforeAll(async () => {
  await newWallet(await createTenant())
  statements = breakStatements()
})
afterEach(async () => {
  statements.begin([])
  endRestoreCheck()
  await endRecoveries()
})
afterAll(() => statements.end())

const begin = () => beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
const indices = async () => {
  const counters = await workerCtx().db.select().from(walletCounters).where(eq(walletCounters.chainType, 'EVM'))
  return counters.map(({ nextIndex }) => nextIndex)
}
const openSessions = () => workerCtx().db.$count(sessions, isNull(sessions.revokedAt))

test('an error at any statement of a beginning holds every chain, and the recovery begins once all the same', async () => {
  let failed = 0
  await begin()
  await endRecoveries()
  for (let at = 1; at <= STATEMENTS; at += 1) {
    await newPortalCaller({ platformRole: 'support' })
    const before = await indices()
    statements.begin([{ at, code: ERROR_CODES[at % ERROR_CODES.length] ?? 'XX000' }])
    const error = await begin().then(
      () => null,
      (reason: unknown) => reason,
    )
    statements.begin([])
    if (error !== null) failed += 1
    expect([await canSend(), await canSend(CHAIN_ID)]).toEqual([false, false])

    // What the next turn of the process does.
    await beginDueRecovery()
    await snapshotChains(workerCtx())
    expect(await findRecovery(workerCtx())).toMatchObject({ cause: 'rewound', lookedAt: expect.any(Date) })
    expect(await openSessions()).toBe(0)
    // Once: more are skipped by the time since the last recovery, of a few seconds.
    const skipped = (await indices()).map((index, n) => Math.floor((index - (before[n] ?? 0)) / 100_000))
    expect(skipped).toEqual(before.map(() => 1))
    await endRecoveries()
    expect(await canSend(CHAIN_ID)).toBe(true)
  }
  expect(failed).toBeGreaterThan(10)
})

test('a recovery whose preparation fails has no comparison, so it cannot end', async () => {
  statements.begin(Array.from({ length: 4 }, (_, n) => ({ at: 5 + n, code: 'XX000' as const })))
  await expect(begin()).rejects.toThrow()
  statements.begin([])
  expect(await isRecovering()).toBe(true)
  statements.begin([{ at: 3, code: 'XX000' }])
  await expect(snapshotChains(workerCtx())).rejects.toThrow()
  statements.begin([])
  expect(await findRecovery(workerCtx())).toMatchObject({ lookedAt: null })
})

test('nothing is signed for a chain that this process did not compare, whoever asks', async () => {
  const solana = { chainId: CHAIN_ID, lease: { owner: 'test', fence: 1 }, database: knownDatabase() }
  const orders = [
    () => signer().signLanes({ chainId: CHAIN_ID, isTrial: false, orders: [] }),
    () => signer().signReplacements({ chainId: CHAIN_ID, orders: [] }),
    () => signer().signTransfers({ ...solana, blockhash: '', lastValidBlockHeight: 0n, orders: [] }),
  ]
  awaitRestoreCheck()
  for (const order of orders) await expect(order()).rejects.toMatchObject({ reason: 'recovering' })
  endRestoreCheck([CHAIN_ID])
  for (const order of orders) await expect(order()).rejects.toMatchObject({ reason: 'recovering' })
})
