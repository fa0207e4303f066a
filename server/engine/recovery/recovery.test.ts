import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { databaseMarks, heartbeats, recoveries, rpcEndpoints, sessions, walletCounters } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { signEvmTransactions } from '@/server/custody/sign'
import { findRecovery } from '@/server/recovery/find-recovery'
import {
  awaitRestoreCheck,
  canSend,
  endRestoreCheck,
  isRecovering,
  recordCompared,
} from '@/server/recovery/is-recovering'
import { forgetDatabase } from '@/server/recovery/known-database'
import { recordSnapshot } from '@/server/recovery/record-snapshot'
import { openEngineWorld } from '@/server/testing/engine-world'
import { first } from '@/server/testing/first'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { newPortalCaller } from '@/server/testing/portal-caller'
import { detectRewind } from './detect-rewind'
import { detectChainsAhead, detectOtherDatabase } from './notice-restore'
import { snapshotChains } from './snapshot-chains'

let world: Awaited<ReturnType<typeof openEngineWorld>>
beforeAll(async () => {
  world = await openEngineWorld()
  // Only chains on which something was sent are compared.
  const wallet = await world.newWallet(1_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(id)
})
afterAll(() => world.close())
afterEach(async () => {
  endRestoreCheck()
  await endRecoveries()
})

const open = () => findRecovery(workerCtx())

/** Makes the recovery two minutes older, as if everything that was sent before had left the pools. */
const age = () =>
  workerCtx()
    .db.update(recoveries)
    .set({ enteredAt: new Date(Date.now() - 120_000) })

test('another Postgres begins a recovery, which ends when every chain is level', async () => {
  const { db } = workerCtx()
  await detectOtherDatabase(workerCtx())
  await detectOtherDatabase(workerCtx())
  expect(await open()).toBeNull()
  const person = await newPortalCaller({ platformRole: 'support' })
  const business = eq(walletCounters.businessId, world.tenant.businessId)
  const indices = async () =>
    new Map((await db.select().from(walletCounters).where(business)).map((row) => [row.chainType, row.nextIndex]))
  const before = await indices()
  await db.update(databaseMarks).set({ mark: '7000000000000000000/1/16384/20000' })
  await detectOtherDatabase(workerCtx())
  expect(await open()).toMatchObject({ cause: 'other_database' })
  expect(await db.select().from(sessions).where(eq(sessions.userId, person.personId))).toMatchObject([
    { revokedAt: expect.any(Date) },
  ])
  const after = await indices()
  const firstIndex = (await open())?.firstIndex ?? 0
  expect([...after.values()]).toEqual([firstIndex, firstIndex])
  expect(firstIndex).toBeGreaterThanOrEqual(Math.max(...before.values()) + 100_000)
  expect(await snapshotChains(workerCtx())).toBe(true)
  await age()
  expect(await snapshotChains(workerCtx())).toBe(false)
  expect(await isRecovering()).toBe(false)
  await detectOtherDatabase(workerCtx())
  expect(await open()).toBeNull()
})

test('a recovery that was open in the backup begins again: what was sent since may be on its way', async () => {
  const { db } = workerCtx()
  const person = await newPortalCaller({ platformRole: 'support' })
  const findings = [{ chainId: CHAIN_ID, state: 'level' as const, detail: 'Level with its chain.', landsUntil: 1 }]
  await openRecovery()
  for (const [cause, next] of [
    ['chain_ahead', 'other_database'],
    ['stopped', 'restored'],
  ] as const) {
    await db.update(recoveries).set({ cause, findings, lookedAt: new Date() }).where(isNull(recoveries.leftAt))
    await age()
    const before = await open()
    if (!before) throw new Error('no recovery is open')
    await db.update(databaseMarks).set({ mark: '7000000000000000000/1/16384/20000' })
    await detectOtherDatabase(workerCtx())
    const renewed = await open()
    expect(renewed).toMatchObject({ id: before.id, cause: next, findings: [], lookedAt: null })
    expect(renewed?.enteredAt.getTime()).toBeGreaterThan(before.enteredAt.getTime())
    // A look that began before it says nothing.
    expect(await recordSnapshot(workerCtx(), before, findings)).toBeNull()
    expect(await open()).toMatchObject({ findings: [] })
    expect(await snapshotChains(workerCtx())).toBe(true)
  }
  expect(await db.select().from(sessions).where(eq(sessions.userId, person.personId))).toMatchObject([
    { revokedAt: expect.any(Date) },
  ])
})

test('a lower epoch in the same Postgres begins a recovery, noticed by a running process or the mark file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-mark-'))
  const mark = join(folder, 'on', 'another', 'volume')
  const rewind = () =>
    workerCtx().db.update(heartbeats).set({ beatAt: sql`beat_at - interval '1 minute'` }).where(isMark)
  const isMark = eq(heartbeats.name, 'restore-mark')
  try {
    for (const start of [() => {}, forgetDatabase]) {
      await detectRewind(workerCtx(), mark)
      await detectRewind(workerCtx(), mark)
      expect(await open()).toBeNull()
      await rewind()
      start()
      await detectRewind(workerCtx(), mark)
      expect(await open()).toMatchObject({ cause: 'rewound' })
      await endRecoveries()
    }
    await detectRewind(workerCtx(), mark)
    expect(await open()).toBeNull()

    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in place of the folder')
    await detectRewind(workerCtx(), mark)
    await workerCtx().db.delete(heartbeats).where(isMark)
    await detectRewind(workerCtx(), mark)
    expect(await open()).toMatchObject({ cause: 'rewound' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a chain that does not answer keeps a recovery open', async () => {
  await openRecovery()
  await workerCtx().db.update(recoveries).set({ cause: 'other_database' })
  await age()
  const { url } = first(await workerCtx().db.select().from(rpcEndpoints))
  const reach = (to: string) => workerCtx().db.update(rpcEndpoints).set({ url: to }).then(forgetChains)
  await reach('http://127.0.0.1:9')
  expect(await snapshotChains(workerCtx())).toBe(true)
  expect((await open())?.findings).toMatchObject([{ state: 'silent' }])
  await reach(url)
  expect(await snapshotChains(workerCtx())).toBe(false)
})

test('sends nothing to a chain that did not answer at the start until it was compared', async () => {
  const { url } = first(await workerCtx().db.select().from(rpcEndpoints))
  const reach = (to: string) => workerCtx().db.update(rpcEndpoints).set({ url: to }).then(forgetChains)
  awaitRestoreCheck()
  await reach('http://127.0.0.1:9')
  const silent = await detectChainsAhead(workerCtx())
  expect(silent).toEqual([CHAIN_ID])
  endRestoreCheck(silent)
  expect([await canSend(), await canSend(CHAIN_ID)]).toEqual([true, false])
  await reach(url)
  expect(await detectChainsAhead(workerCtx(), new Set(silent))).toEqual([])
  recordCompared(CHAIN_ID)
  expect(await canSend(CHAIN_ID)).toBe(true)
})

test('signs nothing during a recovery, whoever asks', async () => {
  await openRecovery()
  await expect(signEvmTransactions(workerCtx(), [])).rejects.toMatchObject({ reason: 'recovering' })
})

test('a process that starts sends nothing before it checked for a restored database', async () => {
  const wallet = await world.newWallet(1_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  awaitRestoreCheck()
  const run = world.runEngine()
  const head = () => world.chain.rpc.getBlockNumber({ cacheTime: 0 })
  const last = (await head()) + 5n
  await expect.poll(head).toBeGreaterThan(last)
  expect(await world.attemptsOf(id)).toEqual([])
  endRestoreCheck()
  await run
  await world.runUntilEnded(id)
  expect((await world.rowOf(id)).status).toBe('COMPLETED')
})
