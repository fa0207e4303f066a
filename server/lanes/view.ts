import { z } from 'zod'
import type { ChainFacts, LaneView, NonceCell, StuckHead } from '@/schemas/lanes/contract'
import type { Chain } from '@/server/chains/registry'

const moment = z.string().nullable()
const nonce = z.int().min(0)

/** A lane as its statement names it. */
export const laneRow = z.object({
  chainId: z.number(),
  chainName: z.string(),
  walletId: z.string(),
  address: z.string(),
  purpose: z.string(),
  businessName: z.string(),
  nextNonce: nonce.nullable(),
  head: nonce.nullable(),
  mined: z.number(),
  inFlight: z.number(),
  holes: z.int(),
  queued: z.number(),
  leaseUntil: moment,
  blockedReason: z.string().nullable(),
  blockedSince: moment,
  blockedCount: z.int(),
  notBefore: moment,
  oldestAt: moment,
  isStuck: z.boolean(),
  total: z.number(),
})

export function toLane(row: z.infer<typeof laneRow>, cells: NonceCell[]): LaneView {
  return {
    chainId: row.chainId,
    chainName: row.chainName,
    walletId: row.walletId,
    address: row.address,
    purpose: row.purpose,
    businessName: row.businessName,
    nextNonce: row.nextNonce,
    mined: row.mined,
    inFlight: row.inFlight,
    holes: row.holes,
    queued: row.queued,
    leaseUntil: row.leaseUntil,
    blockedReason: row.blockedReason,
    blockedSince: row.blockedSince,
    blockedCount: row.blockedCount,
    notBefore: row.notBefore,
    oldestAt: row.oldestAt,
    isStuck: row.isStuck,
    cells,
  }
}

/** A stuck head as its statement names it, which is how it is shown. */
export const stuckHead = z.object({
  transactionId: z.string(),
  chainId: z.number(),
  chainName: z.string(),
  address: z.string(),
  businessName: z.string(),
  nonce,
  sentAt: z.string(),
  behind: z.number(),
  attempts: z.number(),
  lastAnswer: z.string().nullable(),
  isCancelRequested: z.boolean(),
}) satisfies z.ZodType<StuckHead>

export function toChainFacts({ name, nativeSymbol, nativeDecimals, tokens }: Chain): ChainFacts {
  return {
    name,
    nativeSymbol,
    nativeDecimals,
    tokens: tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
  }
}
