import { z } from 'zod'
import { lruPerProcess } from '@/db/lru-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpc, readResult } from '@/server/chains/rpc'

/**
 * Cached by size of the account. Extensions of a mint make further sizes. The rent has not changed in years; an hour
 * covers the day it does.
 */
const rents = () => lruPerProcess<bigint>('solana-rent', { max: 1_000, maxAgeMs: 3_600_000 })

/** Lamports that an account of this size must hold to exist. Throws RpcUnavailableError, RpcError. */
export async function rentExemptLamports(chain: Chain, bytes: number): Promise<bigint> {
  const key = `${chain.chainId}:${bytes}`
  const cached = rents().get(key)
  if (cached !== undefined) return cached
  const answer = await callRpc(chain, 'getMinimumBalanceForRentExemption', [bytes])
  const lamports = readResult(z.int().nonnegative().transform(BigInt), answer)
  rents().set(key, lamports)
  return lamports
}
