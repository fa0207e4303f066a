import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '../registry'
import { callRpc, readResult } from '../rpc'

/** It has not changed in years; an hour is only for the day it does. */
const MAX_AGE_MS = 3_600_000
/** Sizes of accounts; extensions of a stranger's mint make others. */
const MAX_KNOWN = 1_000
const cache = oncePerProcess('solana-rent', () => new Map<string, { lamports: bigint; readAt: number }>())

/** Lamports an account of so many bytes must hold to exist. Throws RpcUnavailableError, RpcError. */
export async function rentExemptLamports(chain: Chain, bytes: number): Promise<bigint> {
  const key = `${chain.chainId}:${bytes}`
  const known = cache.get(key)
  if (known && Date.now() - known.readAt < MAX_AGE_MS) return known.lamports
  const answer = await callRpc(chain, 'getMinimumBalanceForRentExemption', [bytes])
  const lamports = readResult(z.int().nonnegative().transform(BigInt), answer)
  if (cache.size >= MAX_KNOWN) cache.clear()
  cache.set(key, { lamports, readAt: Date.now() })
  return lamports
}
