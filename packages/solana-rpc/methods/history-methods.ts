import { z } from 'zod'
import { blockhashAt, type Cluster, heightOf } from '../cluster'
import { commitment, commitmentOf, inContext, readOptions, slotAt } from '../commitment'
import { address, isSignature } from '../encodings'
import type { Landed } from '../landed'
import { type Method, method } from '../method'
import { MEMOS } from '../parse-instruction'
import { readTransaction } from '../read-transaction'
import { invalidParams, RpcError } from '../rpc-error'
import { toTransactionView, transactionEncoding, transactionOptions } from '../transaction-view'

const RECENT_SLOTS = 150

const signature = z.string().transform((text, context) => {
  if (isSignature(text)) return text
  context.addIssue({ code: 'custom', message: 'Invalid param: WrongSize' })
  return z.NEVER
})
const slotNumber = z.number().int().nonnegative()
// Some clients name the encoding alone.
const historyOptions = z.union([
  transactionEncoding.transform((encoding) => ({ encoding })),
  transactionOptions.extend(readOptions.shape),
])
const blockOptions = transactionOptions.extend({
  commitment: commitment.optional(),
  transactionDetails: z.enum(['full', 'accounts', 'signatures', 'none']).optional(),
  rewards: z.boolean().optional(),
})
const signaturesOptions = readOptions.extend({
  before: signature.nullish(),
  until: signature.nullish(),
  limit: z.number().int().min(1).max(1_000).nullish(),
})

/** The methods about landed transactions: statuses, transactions, blocks. */
export const historyMethods: Record<string, Method> = {
  getSignatureStatuses: method(
    z.tuple([z.array(signature), z.object({ searchTransactionHistory: z.boolean().optional() }).nullish().optional()]),
    (cluster, [list, options]) => {
      if (list.length > 256) throw invalidParams('Too many inputs provided; max 256')
      const search = options?.searchTransactionHistory ?? false
      return inContext(
        cluster.slot,
        list.map((key) => toStatus(cluster, find(cluster, key), search)),
      )
    },
  ),
  getTransaction: method(z.tuple([signature, historyOptions.nullish().optional()]), (cluster, [key, given]) => {
    const options: z.infer<typeof transactionOptions> & z.infer<typeof readOptions> = given ?? {}
    const newest = settledSlot(cluster, options.commitment)
    const landed = find(cluster, key)
    if (!landed || landed.slot > newest) return null
    return { slot: landed.slot, blockTime: landed.blockTime, ...toTransactionView(cluster, landed, options) }
  }),
  getSignaturesForAddress: method(
    z.tuple([address, signaturesOptions.nullish().optional()]),
    (cluster, [key, given]) => {
      const { before, until, limit, commitment: level } = given ?? {}
      const newest = settledSlot(cluster, level)
      const list = (cluster.landedByAddress.get(key) ?? [])
        .filter((landed) => landed.slot <= newest && !cluster.forgotten.has(landed.signature))
        .reverse()
      const from = before ? list.findIndex((landed) => landed.signature === before) + 1 : 0
      const end = until ? list.findIndex((landed) => landed.signature === until) : -1
      return list
        .slice(from, end < 0 ? undefined : end)
        .slice(0, limit ?? 1_000)
        .map((landed) => ({
          signature: landed.signature,
          slot: landed.slot,
          blockTime: landed.blockTime,
          err: landed.error,
          memo: memoOf(landed),
          confirmationStatus: commitmentOf(cluster, landed.slot),
        }))
    },
  ),
  getBlock: method(
    z.tuple([slotNumber, z.union([transactionEncoding, blockOptions]).nullish().optional()]),
    (cluster, [slot, given]) => {
      const options: z.infer<typeof blockOptions> = typeof given === 'string' ? { encoding: given } : (given ?? {})
      requireBlock(slot, settledSlot(cluster, options.commitment))
      const list = (cluster.landedBySlot.get(slot) ?? []).filter((landed) => !cluster.forgotten.has(landed.signature))
      return {
        blockHeight: heightOf(slot),
        blockTime: timeOf(cluster, slot),
        blockhash: blockhashAt(cluster, slot),
        parentSlot: slot - 1,
        previousBlockhash: blockhashAt(cluster, slot - 1),
        ...(options.rewards !== false && { rewards: [] }),
        ...toDetails(cluster, list, options),
      }
    },
  ),
  getBlocks: method(
    z.tuple([slotNumber, slotNumber.nullish().optional(), readOptions.nullish().optional()]),
    (cluster, [from, to, read]) => {
      const newest = settledSlot(cluster, read?.commitment)
      const last = Math.min(to ?? newest, newest)
      if (last - from > 500_000) throw invalidParams('Slot range too large; max 500000')
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
    },
  ),
  getBlocksWithLimit: method(
    z.tuple([slotNumber, slotNumber.max(500_000), readOptions.nullish().optional()]),
    (cluster, [from, limit, read]) => {
      const last = Math.min(from + limit - 1, settledSlot(cluster, read?.commitment))
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
    },
  ),
  getBlockTime: method(z.tuple([slotNumber]), (cluster, [slot]) => {
    requireBlock(slot, cluster.slot)
    return timeOf(cluster, slot)
  }),
}

function find({ landed, forgotten }: Cluster, key: string): Landed | null {
  return forgotten.has(key) ? null : (landed.get(key) ?? null)
}

function toStatus(cluster: Cluster, landed: Landed | null, search: boolean) {
  // Without a search, a node returns only statuses in its cache of recent ones.
  if (!landed || (!search && cluster.slot - landed.slot > RECENT_SLOTS)) return null
  const confirmationStatus = commitmentOf(cluster, landed.slot)
  return {
    slot: landed.slot,
    confirmations: confirmationStatus === 'finalized' ? null : cluster.slot - landed.slot,
    err: landed.error,
    status: landed.error ? { Err: landed.error } : { Ok: null },
    confirmationStatus,
  }
}

/** History answers for blocks that are at least confirmed. */
function settledSlot(cluster: Cluster, level: z.infer<typeof commitment> = 'finalized'): number {
  if (level === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return slotAt(cluster, level)
}

function requireBlock(slot: number, newest: number): void {
  if (slot > newest) throw new RpcError(-32004, `Block not available for slot ${slot}`)
}

/** Exact for blocks with transactions, counted back from now for empty ones. */
function timeOf(cluster: Cluster, slot: number): number {
  const [landed] = cluster.landedBySlot.get(slot) ?? []
  return landed?.blockTime ?? Math.floor(cluster.slotTime - ((cluster.slot - slot) * cluster.slotMs) / 1_000)
}

function toDetails(cluster: Cluster, list: Landed[], options: z.infer<typeof blockOptions>) {
  const { transactionDetails = 'full' } = options
  if (transactionDetails === 'none') return {}
  if (transactionDetails === 'signatures') return { signatures: list.map((landed) => landed.signature) }
  return { transactions: list.map((landed) => toTransactionView(cluster, landed, options)) }
}

/** As nodes list memos: each with its length before it. */
function memoOf({ bytes }: Landed): string | null {
  const { message } = readTransaction(bytes)
  const memos = message.instructions
    .filter(({ programIdIndex }) => MEMOS.includes(message.keys[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length > 0 ? memos.join('; ') : null
}
