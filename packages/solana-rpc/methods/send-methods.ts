import { z } from 'zod'
import { accountAt, toState } from '../account-state'
import { toAccountView } from '../account-view'
import { requestAirdrop } from '../airdrop'
import { toBase58 } from '../base58'
import { blockhashAt, type Cluster, heightOf } from '../cluster'
import { commitment, inContext, readOptions, readSlot } from '../commitment'
import { address, transactionFromWire, wireEncoding } from '../encodings'
import { type Method, method } from '../method'
import { invalidParams } from '../rpc-error'
import { type Simulation, simulateTransaction } from '../simulate'
import { submitTransaction } from '../submit'
import { toInnerView } from '../transaction-view'

const sendOptions = z.object({
  encoding: wireEncoding.optional(),
  skipPreflight: z.boolean().optional(),
  preflightCommitment: commitment.optional(),
  maxRetries: z.number().int().nonnegative().nullish(),
  minContextSlot: z.number().int().nonnegative().optional(),
})
const simulateOptions = readOptions.extend({
  encoding: wireEncoding.optional(),
  sigVerify: z.boolean().optional(),
  replaceRecentBlockhash: z.boolean().optional(),
  innerInstructions: z.boolean().optional(),
  accounts: z
    .object({ addresses: z.array(address), encoding: z.enum(['base64', 'base58', 'jsonParsed']).optional() })
    .nullish(),
})

/** Everything that runs a transaction. */
export const sendMethods: Record<string, Method> = {
  sendTransaction: method(z.tuple([z.string(), sendOptions.nullish().optional()]), (cluster, [text, given]) => {
    const options = given ?? {}
    const transaction = transactionFromWire(text, options.encoding ?? 'base58')
    const level = options.preflightCommitment ?? 'finalized'
    readSlot(cluster, { commitment: level, minContextSlot: options.minContextSlot })
    return submitTransaction(cluster, { transaction, preflight: options.skipPreflight ? null : level })
  }),
  simulateTransaction: method(z.tuple([z.string(), simulateOptions.nullish().optional()]), (cluster, [text, given]) => {
    const options = given ?? {}
    const { sigVerify: verify = false, replaceRecentBlockhash: replace = false } = options
    if (verify && replace) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    const transaction = transactionFromWire(text, options.encoding ?? 'base58')
    const slot = readSlot(cluster, options)
    const run = simulateTransaction(cluster, { transaction, slot: replace ? null : slot, verify })
    const replacement = {
      blockhash: blockhashAt(cluster, slot),
      lastValidBlockHeight: heightOf(slot) + cluster.blockhashSlots,
    }
    return inContext(slot, {
      err: run.error,
      logs: run.logs,
      accounts: run.postAccounts && options.accounts ? accountsAfter(cluster, run, options.accounts) : null,
      unitsConsumed: run.units,
      returnData: run.returnData,
      ...(options.innerInstructions && { innerInstructions: toInnerView(run.inner) }),
      ...(replace && { replacementBlockhash: replacement }),
    })
  }),
  requestAirdrop: method(
    z.tuple([address, z.number().int().positive(), readOptions.nullish().optional()]),
    (cluster, [to, lamports]) => requestAirdrop(cluster, { to, lamports }),
  ),
}

function accountsAfter(
  cluster: Cluster,
  { postAccounts }: Simulation,
  { addresses, encoding }: { addresses: string[]; encoding?: 'base64' | 'base58' | 'jsonParsed' },
) {
  const after = new Map(postAccounts?.map((entry) => [toBase58(entry.address), entry.account()]))
  return addresses.map((key) => {
    const changed = after.get(key)
    const state = changed ? toState(key, changed) : accountAt(cluster, { address: key, slot: cluster.slot })
    return state && toAccountView(cluster, state, { encoding: encoding ?? 'base64' })
  })
}
