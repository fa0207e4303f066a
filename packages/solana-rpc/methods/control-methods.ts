import { z } from 'zod'
import { clearPreviousState } from '../account-state'
import { fromBase58 } from '../base58'
import { advanceSlots, setSlotMs } from '../clock'
import type { Cluster } from '../cluster'
import { address } from '../encodings'
import { type Method, method } from '../method'
import { rollBack } from '../roll-back'
import { invalidParams } from '../rpc-error'

const count = z.number().int().nonnegative()
const one = z.tuple([count])

/** The methods by which tests control the cluster; none of them exists on a real one. */
export const controlMethods: Record<string, Method> = {
  litesvm_setSlotMs: method(z.tuple([z.number().int().min(0).max(3_600_000)]), (cluster, [slotMs]) => {
    setSlotMs(cluster, slotMs)
    return null
  }),
  litesvm_advanceSlots: method(z.tuple([z.number().int().min(1).max(1_000_000)]), (cluster, [slots]) => {
    advanceSlots(cluster, slots)
    return cluster.slot
  }),
  litesvm_setFinalizedAfterSlots: method(z.tuple([z.number().int().min(1).max(1_000)]), (cluster, [slots]) => {
    cluster.finalizedAfterSlots = slots
    return null
  }),
  /** Accepts the next n transactions and never includes them, unless they are sent again. */
  litesvm_dropTransactions: method(one, (cluster, [n]) => {
    cluster.dropNext = n
    return null
  }),
  /** Includes each transaction n slots after it came; 0 is at once. */
  litesvm_delayTransactions: method(one, (cluster, [slots]) => {
    cluster.delaySlots = slots
    return null
  }),
  /** Forgets the status of a signature, but keeps the effects of its transaction. */
  litesvm_forget: method(z.tuple([z.string()]), ({ forgotten, landed }, [signature]) => {
    forgotten.add(signature)
    return landed.has(signature)
  }),
  litesvm_recall: method(z.tuple([z.string()]), ({ forgotten }, [signature]) => forgotten.delete(signature)),
  /**
   * Drops a fork: the last n slots, including the current one, are removed. Returns the signatures that were in them.
   */
  litesvm_rollBack: method(z.tuple([z.number().int().min(1)]), (cluster, [slots]) => rollBack(cluster, slots)),
  /** Expires every blockhash returned so far, at every commitment. */
  litesvm_expireBlockhashes: method(z.unknown(), (cluster) => {
    advanceSlots(cluster, cluster.blockhashSlots + cluster.finalizedAfterSlots + 1)
    return cluster.slot
  }),
  litesvm_setBalance: method(z.tuple([address, count]), (cluster, [target, lamports]) => {
    setBalance(cluster, { address: target, lamports })
    return null
  }),
  /** Answers -32005 to health checks and preflights; null heals. */
  litesvm_setBehind: method(z.tuple([count.nullable()]), (cluster, [slots]) => {
    cluster.behindSlots = slots
    return null
  }),
}

function setBalance(cluster: Cluster, { address: target, lamports }: { address: string; lamports: number }): void {
  if (!Number.isSafeInteger(lamports)) throw invalidParams('Invalid param: lamports must be a safe integer')
  const { svm, machine } = cluster
  const key = fromBase58(target)
  const account = svm.getAccount(key)
  const changed = account
    ? new machine.Account(BigInt(lamports), account.data(), account.owner(), account.executable(), account.rentEpoch())
    : new machine.Account(BigInt(lamports), new Uint8Array(), new Uint8Array(32), false, 0n)
  svm.setAccount(key, changed)
  clearPreviousState(cluster, target)
  cluster.journal?.changed([target])
}
