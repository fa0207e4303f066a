import { and, eq, inArray } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { chains, ledgerAccounts, priceSources } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inWorker, workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { DEADLY } from './batch-steps.test-data'

const SPONSORED = 84_532
const DEBITED = 11_155_111
const SOLANA = 103
/** The chains of lines: the business pays the gas on the second, the platform on the others. `coin`: base units. */
export const CHAINS = [
  { chainId: SPONSORED, chainType: 'EVM', coin: 10n ** 18n },
  { chainId: DEBITED, chainType: 'EVM', coin: 10n ** 18n },
  { chainId: SOLANA, chainType: 'SOLANA', coin: 10n ** 9n },
] as const
const COIN = 10n ** 18n

/** A database with chains of stub nodes, and a way to kill a call between two lines. Call it once in a file. */
export function openBatchWorld() {
  const database = openDatabase()
  const nodes: Awaited<ReturnType<typeof startStubNode>>[] = []
  let owner: postgres.Sql

  beforeAll(async () => {
    owner = postgres(database.url, { max: 1, onnotice: () => {} })
    await owner.unsafe(`
      create table kills (is_lost boolean); grant all on kills to public;
      create function die() returns trigger language plpgsql security definer as $$ declare lost boolean; begin
        select is_lost into lost from kills;
        if lost then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if;
        if not lost then raise exception 'killed'; end if;
        return new; end $$;
      create trigger die before insert on transactions for each row
        when (new.amount_units in (${CHAINS.map(({ coin }) => `${BigInt(DEADLY) * coin}`).join(', ')})) execute function die()`)
    await createPlatform()
    const gwei = (n: number) => `0x${(BigInt(n) * 10n ** 9n).toString(16)}`
    const history = { oldestBlock: '0x60', gasUsedRatio: Array(4).fill(0.5), reward: Array(4).fill([gwei(1)]) }
    const methods = {
      eth_feeHistory: () => ({ ...history, baseFeePerGas: Array(5).fill(gwei(10)) }),
      eth_getCode: () => '0x',
      eth_getBalance: () => `0x${(100n * COIN).toString(16)}`,
    }
    // No account is there: each recipient is a new wallet.
    const onSolana = {
      getGenesisHash: () => 'local',
      getMultipleAccounts: ([addresses]: unknown[]) => ({ value: Array(Object(addresses).length).fill(null) }),
    }
    for (const { chainId, chainType } of CHAINS) {
      const node = await startStubNode({ chainId, methods: chainType === 'EVM' ? methods : onSolana })
      nodes.push(node)
      await addRpcEndpoint(chainId, node.url)
    }
    await inWorker(async ({ db }) => {
      const debited = { gasPolicy: 'debited', gasStrategy: 'topup', l1Fee: 'none' } as const
      await db.update(chains).set(debited).where(eq(chains.chainId, DEBITED))
      const price = { source: 'fixed' as const, fixedE8: 100_000_000n }
      for (const symbol of ['ETH', 'SOL'])
        await db
          .insert(priceSources)
          .values({ symbol, ...price })
          .onConflictDoUpdate({ target: priceSources.symbol, set: price })
    })
    forgetChains()
  })
  afterAll(async () => {
    await owner.end()
    for (const node of nodes) await node.close()
  })
  return {
    /** Runs `work` while the insert of the deadly line fails or, with `isLost`, loses its connection. */
    async whileKilling<T>(isLost: boolean, work: () => Promise<T>): Promise<T> {
      await owner`insert into kills values (${isLost})`
      return work().finally(() => owner`delete from kills`)
    },
  }
}

/** What a business has and what is held of it, in micro-dollars. */
export async function balanceUnits(businessId: string): Promise<[bigint, bigint]> {
  const where = and(eq(ledgerAccounts.businessId, businessId), inArray(ledgerAccounts.kind, ['available', 'reserved']))
  const rows = await workerCtx().db.select().from(ledgerAccounts).where(where)
  const of = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.balanceUnits ?? 0n
  return [of('available'), of('reserved')]
}
