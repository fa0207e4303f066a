import { z } from 'zod'
import { BLOCKHASH_SLOTS, blockhashAt, type Cluster, heightOf, SLOTS_PER_EPOCH } from '../cluster'
import { API_VERSION, epochOf, inContext, readOptions, readSlot, slotAt } from '../commitment'
import { feeOf } from '../compute-budget'
import { address, fromWire } from '../encodings'
import { type Method, method } from '../method'
import { readMessage } from '../read-transaction'
import { nodeBehindError } from '../submit'

const options = readOptions.nullish()
const onlyOptions = z.tuple([options.optional()])
const none = z.unknown()

/** Slots, blockhashes, fees and facts about the node. */
export const chainMethods: Record<string, Method> = {
  getVersion: method(none, () => ({ 'feature-set': 3_640_012_085, 'solana-core': API_VERSION })),
  getHealth: method(none, ({ behindSlots }) => {
    if (behindSlots !== null) throw nodeBehindError(behindSlots)
    return 'ok'
  }),
  getGenesisHash: method(none, ({ genesisHash }) => genesisHash),
  getSlot: method(onlyOptions, (cluster, [read]) => readSlot(cluster, read)),
  getBlockHeight: method(onlyOptions, (cluster, [read]) => heightOf(readSlot(cluster, read))),
  getTransactionCount: method(onlyOptions, ({ landed }) => landed.size),
  getFirstAvailableBlock: method(none, () => 0),
  minimumLedgerSlot: method(none, () => 0),
  getEpochInfo: method(onlyOptions, (cluster, [read]) => {
    const slot = readSlot(cluster, read)
    return {
      absoluteSlot: slot,
      blockHeight: heightOf(slot),
      epoch: epochOf(slot),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: cluster.landed.size,
    }
  }),
  getEpochSchedule: method(none, () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    slotsPerEpoch: SLOTS_PER_EPOCH,
    warmup: false,
  })),
  getLatestBlockhash: method(onlyOptions, (cluster, [read]) => {
    const slot = readSlot(cluster, read)
    const blockhash = blockhashAt(cluster, slot)
    return inContext(slot, { blockhash, lastValidBlockHeight: heightOf(slot) + cluster.blockhashSlots })
  }),
  isBlockhashValid: method(z.tuple([address, options.optional()]), (cluster, [blockhash, read]) => {
    const slot = readSlot(cluster, read)
    return inContext(slot, isValidAt(cluster, { blockhash, slot }))
  }),
  getMinimumBalanceForRentExemption: method(
    z.tuple([z.number().int().nonnegative(), options.optional()]),
    ({ svm }, [bytes]) => Number(svm.minimumBalanceForRentExemption(BigInt(bytes))),
  ),
  getFeeForMessage: method(z.tuple([z.string(), options.optional()]), (cluster, [text, read]) => {
    const message = readMessage(fromWire(text, 'base64'))
    const slot = readSlot(cluster, read)
    const isValid = isValidAt(cluster, { blockhash: message.blockhash, slot: cluster.slot })
    return inContext(slot, isValid ? Number(feeOf(message)) : null)
  }),
  getRecentPrioritizationFees: method(
    z.tuple([z.array(address).max(128).nullish().optional()]),
    (cluster, [accounts]) => {
      const newest = slotAt(cluster, 'processed')
      return Array.from({ length: BLOCKHASH_SLOTS }, (_, index) => {
        const slot = newest - BLOCKHASH_SLOTS + 1 + index
        return { slot, prioritizationFee: lowestPrice(cluster, { slot, accounts: accounts ?? [] }) }
      })
    },
  ),
}

function isValidAt(
  { blockhashes, blockhashSlots }: Cluster,
  { blockhash, slot }: { blockhash: string; slot: number },
): boolean {
  const made = blockhashes.get(blockhash)
  return made !== undefined && made <= slot && slot - made <= blockhashSlots
}

/** The least paid in a slot per compute unit by transactions that touch all of the accounts, in micro-lamports. */
function lowestPrice({ landedBySlot }: Cluster, { slot, accounts }: { slot: number; accounts: string[] }): number {
  const prices = (landedBySlot.get(slot) ?? [])
    .filter((landed) => accounts.every((account) => landed.accounts.includes(account)))
    .map(({ unitPrice }) => unitPrice)
  return prices.length === 0 ? 0 : Math.min(...prices)
}
