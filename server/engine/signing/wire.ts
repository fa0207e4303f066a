import { z } from 'zod'
import { wireError } from '@/server/custody/remote/wire'
import { storedRow } from '@/server/engine/evm/store-attempts'
import type { LanesOrder, ReplacementsOrder, SolanaOrder } from './orders'

/** The maximum length of a list in one order; the engine sends smaller shares. */
const MAX_ORDERS = 1_000

const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((text) => BigInt(text))
const nonce = z.int().min(0)
const lease = z.object({ walletId: z.uuid(), fence: z.int() })
const fees = { maxFeePerGas: units, maxPriorityFeePerGas: units }
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ORDERS)

const laneTerms = z.object({
  transactionId: z.uuid(),
  gasLimit: units,
  l1FeeUnits: units,
  callGas: units.nullable(),
  accountNonce: nonce.nullable(),
})
const laneOrder = z.object({
  ...fees,
  lane: lease,
  leases: listOf(lease),
  firstNonce: nonce,
  send: listOf(laneTerms),
})
export const lanesOrder = z.object({
  chainId: z.int(),
  isTrial: z.boolean(),
  orders: listOf(laneOrder),
}) satisfies z.ZodType<LanesOrder>

const replacementOrder = z.object({
  ...fees,
  transactionId: z.uuid(),
  replacesId: z.uuid(),
  reason: z.enum(['bump', 'cancel']),
  gasLimit: units.nullable(),
  l1FeeUnits: units,
})
export const replacementsOrder = z.object({
  chainId: z.int(),
  orders: listOf(replacementOrder),
}) satisfies z.ZodType<ReplacementsOrder>

const solanaTerms = z.object({
  transactionId: z.uuid(),
  computeUnits: z.int().min(0),
  microLamportsPerUnit: units,
  tokenProgram: z.string().max(64).nullable(),
  rentLamports: units,
  rentPerAccount: units,
  replaces: z.string().max(128).nullable(),
})
export const solanaOrder = z.object({
  chainId: z.int(),
  lease: z.object({ owner: z.string().max(200), fence: z.int() }),
  database: z.object({ place: z.string().max(200).nullable(), epoch: z.int().nullable() }),
  blockhash: z.string().max(64),
  lastValidBlockHeight: units,
  orders: listOf(solanaTerms),
}) satisfies z.ZodType<SolanaOrder>

/** The answers: rows as their table holds them. */
export const lanesAnswer = z.object({
  stored: z.array(storedRow),
  failed: z.array(z.object({ walletId: z.string(), error: wireError })),
})
export const replacementsAnswer = z.array(storedRow)
export const transfersAnswer = z.array(
  z.object({ id: z.string(), transactionId: z.string(), signature: z.string(), raw: z.base64() }),
)
