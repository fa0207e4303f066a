import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { priceSources, rpcEndpoints } from '@/db/schema'
import { rpc } from '@/dev/chains/rpc'
import { type ChainReader, createChainReader } from '@/e2e/faults/chain-reader'
import type { World } from '@/e2e/faults/check/world'
import { type FaultProxy, startFaultProxy } from '@/e2e/faults/fault-proxy'
import { FUNDED_UNITS } from '@/e2e/faults/fresh-wallets'
import { inWorker, type Tenant } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { openEngineWorld } from '@/server/testing/engine-world'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { createWallets } from '@/server/wallets/create-wallets'

/** The real side of the model: Postgres, anvil behind two proxies, one business. Blocks come by command only. */
export type EngineWorld = {
  tenant: Tenant
  sql: postgres.Sql
  /** Two proxies of one node; the product asks the first one as long as it answers. */
  doors: readonly [FaultProxy, FaultProxy]
  reader: ChainReader
  cngn: string
  /** Asks the node itself, past the proxies. */
  ask: (method: string, ...params: unknown[]) => Promise<unknown>
  setPlatformBalance: (wei: bigint) => Promise<void>
  setGasPolicy: (gasPolicy: 'sponsored' | 'debited') => Promise<void>
  makeWallets: (count: number) => Promise<string[]>
  /** This world in the form that the shared checker reads. */
  toWorld: (wallets: readonly string[]) => World
  close: () => Promise<void>
}

/** More than the deepest reorganisation of a model run. */
export const CONFIRMATIONS = 4
export const BLOCK_TIME_MS = 200

export async function startEngineWorld(): Promise<EngineWorld> {
  const { chain, tenant, databaseUrl, ...engine } = await openEngineWorld({ confirmations: CONFIRMATIONS })
  await chain.holdMining()
  const { rpcUrl } = chain.anvil
  const doors = [await startFaultProxy({ target: rpcUrl }), await startFaultProxy({ target: rpcUrl, seed: 2 })] as const
  await inWorker(async ({ db }) => {
    await db.update(rpcEndpoints).set({ url: doors[0].url, label: 'first' }).where(eq(rpcEndpoints.chainId, CHAIN_ID))
    await db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, url: doors[1].url, label: 'second', priority: 1 })
  })
  await engine.setChain({ blockTimeMs: BLOCK_TIME_MS, bumpAfterBlocks: 2, laneWindow: 8 })
  const price = { source: 'fixed' as const, fixedE8: 2_500_00000000n }
  await inWorker(async ({ db }) => {
    const target = priceSources.symbol
    await db
      .insert(priceSources)
      .values({ symbol: 'ETH', ...price })
      .onConflictDoUpdate({ target, set: price })
    const { businessId } = tenant
    await postCredit(db, { businessId, micros: 10n ** 12n, reason: 'For gas', createdBy: 'system:model' })
  })
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  const cngn = chain.cngn.address
  const reader = createChainReader({ rpcUrl, cngn })
  const ask: EngineWorld['ask'] = (method, ...params) => rpc(rpcUrl, method, params)
  return {
    tenant,
    sql,
    doors,
    reader,
    cngn,
    ask,
    async setPlatformBalance(wei) {
      const platform = await inWorker((ctx) => listPlatformWallets(ctx))
      for (const { address } of platform) await ask('anvil_setBalance', address, `0x${wei.toString(16)}`)
    },
    setGasPolicy: (gasPolicy) => engine.setChain({ gasPolicy }),
    async makeWallets(count) {
      const input = { chainType: 'EVM', count, purpose: 'MODEL' } as const
      const made = await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, input))
      const addresses = made.map(({ address }) => address)
      await reader.emptyOfGas(addresses)
      for (const address of addresses) await ask('anvil_dealERC20', address, cngn, `0x${FUNDED_UNITS.toString(16)}`)
      // State that is in no block is undone by a reorg that reaches below it.
      await ask('anvil_mine', `0x${CONFIRMATIONS.toString(16)}`)
      return addresses
    },
    toWorld: (wallets) => ({
      sql,
      chains: [{ chainId: CHAIN_ID, cngn, reader }],
      receiver: { url: '', visits: [] },
      wallets,
      fundedUnits: FUNDED_UNITS,
      takenGas: new Map(),
      clusters: [],
      solanaWallets: [],
      fundedLamports: 0n,
    }),
    async close() {
      await sql.end({ timeout: 1 })
      await Promise.all(doors.map((door) => door.close()))
      await engine.close()
    },
  }
}
