import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { heartbeats } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { runSolanaEngine } from '@/server/engine/solana/run-solana-engine'
import { findRecovery } from '@/server/recovery/find-recovery'
import { awaitRestoreCheck, endRestoreCheck } from '@/server/recovery/is-recovering'
import { breakStatements, ERROR_CODES, type StatementFault } from '@/server/testing/break-statements'
import { drainChain } from '@/server/testing/drain-chain'
import { transferOf } from '@/server/testing/engine-world'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { newAddress } from '@/server/testing/new-address'
import { newWallet } from '@/server/testing/new-wallet'
import { endRecoveries } from '@/server/testing/open-recovery'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { forgetRowFaults } from '@/server/testing/row-faults'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { detectRestore, watchRestore } from './detect-restore'

const MAJOR = 1_000_000n
const TURN_MS = 50
/** Errors stop after this time. */
const FAULTY_MS = 3_000
const LEVEL_WITHIN_MS = 60_000
/** A recovery without errors makes fewer. */
const STATEMENTS = 160

let world: SolanaWorld
let local: LocalChain
let statements: ReturnType<typeof breakStatements>
beforeAll(async () => {
  world = await openSolanaWorld()
  local = await startLocalChain()
  statements = breakStatements()
})
afterEach(async () => {
  statements.begin([])
  endRestoreCheck()
  await endRecoveries()
})
afterAll(async () => {
  statements.end()
  await local.stop()
  await world.close()
})

type Transfer = { id: string; to: string; isSolana: boolean }

async function transferAll(evm: string, solana: string): Promise<Transfer[]> {
  const made: Transfer[] = []
  for (const isSolana of [true, true, false, false]) {
    const to = isSolana ? someone() : newAddress()
    const id = isSolana
      ? await world.business.transfer(solana, to, '1')
      : (await transferOf(world.tenant, { fromAddress: evm, toAddress: to, amount: '1' })).id
    made.push({ id, to, isSolana })
  }
  return made
}

const paidTo = ({ to, isSolana }: Transfer) => (isSolana ? world.solana.balance(to) : local.tokenBalance(to))
const runAll = async () => {
  const [{ unfinished }] = await Promise.all([runEngine(), drainChain()])
  expect(unfinished).toBe(false)
}

/** Two wallets that have sent before; their transfers of before the backup and after it are executed, and final. */
async function openHistory() {
  const evm = await newWallet(world.tenant)
  await local.fundToken(evm.address, 100n * MAJOR)
  const solana = await world.fundedWallet()
  await transferAll(evm.address, solana)
  await runAll()
  const waiting = await transferAll(evm.address, solana)
  const backup = await takeBackup(world.databaseUrl)
  const lost = await transferOf(world.tenant, { fromAddress: evm.address, toAddress: newAddress(), amount: '2' })
  await runAll()
  const { txHash: lostHash } = await rowOf(lost.id)
  await world.solana.control('advanceSlots', 40)
  return { waiting, backup, lostHash }
}
type History = Awaited<ReturnType<typeof openHistory>>

/** A process starts on the restored database: it looks for the restore, watches it, and its engine keeps running. */
async function recover({ waiting, lostHash }: History): Promise<void> {
  let [isOver, isChecked] = [false, false]
  const keep = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work().catch(() => {})
      await wait(TURN_MS)
    }
  }
  const check = async () => {
    if (!isChecked) await detectRestore()
    isChecked = true
  }
  const running = [
    keep(check),
    keep(() => dueNow().then(() => watchRestore(workerCtx()))),
    keep(() => requireChain(CLUSTER_ID).then((chain) => runSolanaEngine(workerCtx(), chain))),
    keep(() => runEvmEngine(workerCtx(), CHAIN_ID)),
  ]
  try {
    await wait(FAULTY_MS)
    statements.begin([])
    await expect.poll(isLevel, { timeout: LEVEL_WITHIN_MS, interval: TURN_MS }).toBe(true)
    expect((await findRecovery(workerCtx()))?.lost.map(({ hash }) => hash)).toEqual([lostHash])
    // The process continues: a comparison that began before the last one may end now and hold a chain again.
    const completed = waiting.map(() => 'COMPLETED')
    await expect.poll(() => acceptLost(waiting), { timeout: LEVEL_WITHIN_MS, interval: TURN_MS }).toEqual(completed)
  } finally {
    isOver = true
    await Promise.all(running)
  }
}

/** An operator accepts what the backup lacks. Returns the statuses of the transfers. */
async function acceptLost(waiting: readonly Transfer[]): Promise<string[]> {
  if (await isLevel()) await endRecoveries()
  return Promise.all(waiting.map(async ({ id }) => (await rowOf(id)).status))
}

/** Whether a recovery is open that has compared every chain. */
async function isLevel(): Promise<boolean> {
  await world.solana.control('advanceSlots', 200)
  const recovery = await findRecovery(workerCtx())
  return recovery?.lookedAt != null && recovery.findings.every(({ state }) => state === 'level')
}

/** The intervals of the watchers are over. */
async function dueNow(): Promise<void> {
  await workerCtx().db.delete(heartbeats).where(sql`name in ('recovery-look', 'recovery-compare')`)
}

const faults = fc.array(
  fc.record({
    code: fc.constantFrom(...ERROR_CODES),
    first: fc.integer({ min: 1, max: STATEMENTS }),
    /** How many statements fail from the first on, and the distance between them: one, some, or nearly all. */
    count: fc.constantFrom(1, 1, 3, 60),
    step: fc.constantFrom(1, 2, 7),
  }),
  { minLength: 1, maxLength: 3 },
)

test(
  'errors at any statement of a recovery, and nothing that a chain has executed is sent again',
  async () => {
    const history = await openHistory()
    const before = await Promise.all(history.waiting.map(paidTo))
    expect(before).toEqual(history.waiting.map(({ isSolana }) => (isSolana ? SOL : MAJOR)))
    await fc.assert(
      fc.asyncProperty(faults, async (drawn) => {
        await history.backup.restore()
        forgetCaches()
        forgetRowFaults()
        awaitRestoreCheck()
        statements.begin(
          drawn.flatMap(({ code, first, count, step }): StatementFault[] =>
            Array.from({ length: count }, (_, n) => ({ at: first + n * step, code })),
          ),
        )
        await recover(history)
        expect(await Promise.all(history.waiting.map(paidTo))).toEqual(before)
      }),
      { ...propertyRuns(3, 60), endOnFailure: true },
    )
  },
  proofTimeout(600_000),
)
