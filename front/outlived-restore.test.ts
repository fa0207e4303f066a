import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { runSolanaEngine } from '@/server/engine/solana/run-solana-engine'
import { findRecovery } from '@/server/recovery/find-recovery'
import { endRestoreCheck } from '@/server/recovery/is-recovering'
import { breakStatements } from '@/server/testing/break-statements'
import { drainChain } from '@/server/testing/drain-chain'
import { transferOf } from '@/server/testing/engine-world'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { attemptsOf, CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { newAddress } from '@/server/testing/new-address'
import { newWallet } from '@/server/testing/new-wallet'
import { endRecoveries } from '@/server/testing/open-recovery'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { detectRestore, watchDatabase, watchRestore } from './detect-restore'

const MAJOR = 1_000_000n
const LEVEL_WITHIN_MS = 60_000
/** More than a turn on each chain takes. */
const STATEMENTS = 60

let world: SolanaWorld
let local: LocalChain
let statements: ReturnType<typeof breakStatements>
beforeAll(async () => {
  world = await openSolanaWorld()
  local = await startLocalChain()
  statements = breakStatements()
})
afterEach(async () => {
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

/** The turns of a process that lives on: some transactions may wait for what it does not know yet. */
const turnAll = async () => {
  const chain = await requireChain(CLUSTER_ID)
  await Promise.allSettled([runSolanaEngine(workerCtx(), chain), runEvmEngine(workerCtx(), CHAIN_ID)])
}

/** The database is put back under the process: its connections break, as at a failover. */
async function putBack({ isElsewhere, restore }: { isElsewhere: boolean; restore: () => Promise<void> }) {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  const attempt = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await restore()
  }
  // Transactions that began meanwhile may hold tables, and end it as a deadlock.
  await vi.waitFor(attempt, { timeout: 60_000 })
  if (isElsewhere)
    await sql.unsafe(`begin;
      alter table database_marks rename to former_marks;
      create table database_marks (like former_marks including all);
      update pg_class set relacl = (select relacl from pg_class where oid = 'former_marks'::regclass) where oid = 'database_marks'::regclass;
      insert into database_marks select * from former_marks;
      drop table former_marks;
      commit`)
  await sql.end()
}

async function isLevel(): Promise<boolean> {
  await world.solana.control('advanceSlots', 200)
  await watchRestore(workerCtx()).catch(() => {})
  const recovery = await findRecovery(workerCtx())
  return recovery?.lookedAt != null && recovery.findings.every(({ state }) => state === 'level')
}

const restores = fc.record({
  /** In another Postgres, with all that the process wrote of its epoch; or set back in the same one. */
  isElsewhere: fc.boolean(),
  /** The statement of the turn before which it happens; 0: before the turn. */
  at: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: STATEMENTS })),
})

test(
  'a process that outlives a restore sends nothing again before it noticed',
  async () => {
    const evm = await newWallet(world.tenant)
    await local.fundToken(evm.address, 1_000n * MAJOR)
    await detectRestore()
    await fc.assert(
      fc.asyncProperty(restores, async ({ isElsewhere, at }) => {
        const solana = await world.fundedWallet()
        const waiting = await transferAll(evm.address, solana)
        const backup = await takeBackup(world.databaseUrl)
        // A replica may lag by less than the time between two epochs.
        if (!isElsewhere) await watchDatabase(workerCtx())
        await Promise.all([runEngine(), drainChain()])
        await world.solana.control('advanceSlots', 40)
        const paid = await Promise.all(waiting.map(paidTo))
        expect(paid).toEqual(waiting.map(({ isSolana }) => (isSolana ? SOL : MAJOR)))

        const more = at === 0 ? [] : await transferAll(evm.address, solana)
        let restored: Promise<void> | null = null
        const restore = () => {
          restored ??= putBack({ isElsewhere, restore: backup.restore })
        }
        if (at > 0) statements.begin([{ at, code: '40P01', onReached: restore }])
        else restore()
        await restored
        await turnAll()
        statements.begin([])
        restore()
        await restored
        await turnAll()
        const signed = await Promise.all(waiting.filter(({ isSolana }) => isSolana).map(({ id }) => attemptsOf(id)))
        expect(signed.flat()).toEqual([])

        await watchDatabase(workerCtx())
        expect(await findRecovery(workerCtx())).toMatchObject({ cause: isElsewhere ? 'other_database' : 'rewound' })
        await expect.poll(isLevel, { timeout: LEVEL_WITHIN_MS, interval: 50 }).toBe(true)
        await endRecoveries()
        forgetCaches()
        await Promise.all([runEngine(), drainChain()])
        const rows = await Promise.all(waiting.map(({ id }) => rowOf(id)))
        expect(rows.map(({ status }) => status)).toEqual(waiting.map(() => 'COMPLETED'))
        expect(await Promise.all(waiting.map(paidTo))).toEqual(paid)
        for (const transfer of more) expect([0n, transfer.isSolana ? SOL : MAJOR]).toContain(await paidTo(transfer))
      }),
      {
        ...propertyRuns(4, 60),
        endOnFailure: true,
        examples: [[{ isElsewhere: false, at: 0 }], [{ isElsewhere: true, at: 0 }]],
      },
    )
  },
  proofTimeout(240_000),
)
