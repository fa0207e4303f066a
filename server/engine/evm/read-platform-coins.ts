import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { Queued } from './load-queue'
import type { Lane } from './open-lanes'

const units = z.string().transform((text) => BigInt(text))
const coinsRow = z.object({ walletId: z.string(), floatUnits: units, pendingUnits: units })

/**
 * The platform's coins in a wallet: what final top-ups left, and pending top-ups that its balance may already include.
 */
export type PlatformCoins = { floatUnits: bigint; pendingUnits: bigint }

export const NO_COINS: PlatformCoins = { floatUnits: 0n, pendingUnits: 0n }

/**
 * The platform's coins in the wallets of a turn, by wallet id. One statement reads both figures, because a top-up moves
 * from one to the other when it is final. Read them after the balances, so that no balance includes an unknown top-up.
 * Only wallets whose gas or amounts depend on them are read. The platform's own wallets have no entry.
 */
export async function readPlatformCoins(
  { db }: WorkerCtx,
  chain: Chain,
  lanes: readonly Lane[],
  queued: readonly Queued[],
): Promise<Map<string, PlatformCoins>> {
  const ids = new Set(queued.filter(movesCoins).map((row) => row.walletId))
  if (chain.gasPolicy === 'debited') for (const lane of lanes) ids.add(lane.walletId)
  if (ids.size === 0) return new Map()
  const rows = await db.execute(sql`
    select l.wallet_id as "walletId", l.gas_float_units::text as "floatUnits",
      coalesce((select sum(t.amount_units) from transactions t
        where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING'), 0)::text as "pendingUnits"
    from lanes l where l.chain_id = ${chain.chainId} and l.business_id <> ${PLATFORM_BUSINESS_ID}
      and l.wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...ids])}::jsonb))`)
  return new Map(
    z
      .array(coinsRow)
      .parse([...rows])
      .map(({ walletId, ...coins }) => [walletId, coins]),
  )
}

/** Native coins leave the wallet. */
export function movesCoins({ type, tokenAddress, amountUnits }: Queued): boolean {
  return tokenAddress === null && amountUnits > 0n && type !== 'GAS_TOPUP'
}
