import { sql } from 'drizzle-orm'
import { type Address, getAddress, type Hex } from 'viem'
import { LeaseLostError } from '@/db/lease'
import { encodeExecute } from '@/server/chains/evm/encode-execute'
import { DELEGATION_GAS } from '@/server/chains/evm/gas-figures'
import { type Operation, toOperationId, toOperationNonce } from '@/server/chains/evm/operation'
import { callGasOf, relayGasOf } from '@/server/chains/evm/operation-gas'
import { type Chain, findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { signEvmTransactions, signOperations } from '@/server/custody/sign'
import { signAuthorizations } from '@/server/custody/sign-authorizations'
import { readRows } from '@/server/engine/isolate-rows'
import { allowanceColumn, allowanceRow } from '@/server/engine/signing/allowance'
import { findObjections } from '@/server/engine/signing/find-objections'
import type { LaneOrder, LanesOrder, LaneTerms } from '@/server/engine/signing/orders'
import { faultPoint } from '@/server/fault-point'
import { callOf, dataBytesOf, usesRelayer } from './gas-limit-of'
import { QUEUED_COLUMNS, type Queued, queuedRow } from './load-queue'
import { loadSigners, requireSignerOf, type Signer } from './load-signers'
import { type LaneBatch, type StoredAttempt, storeAttempts } from './store-attempts'

/** The stored signatures, and each wallet whose lane could not be signed for, with the error. */
export type SignedLanes = { stored: StoredAttempt[]; failed: { walletId: string; error: unknown }[] }

/**
 * Signs the transactions of lanes and stores them under the lanes' fences. It returns a signature only after its row is
 * stored, and signs no nonce twice. A lane that cannot be signed for does not stop the others. Throws LeaseLostError,
 * recovering.
 */
export async function signLanes(ctx: WorkerCtx, { chainId, isTrial, orders }: LanesOrder): Promise<SignedLanes> {
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not known`)
  const ids = orders.flatMap(({ send }) => send.map(({ transactionId }) => transactionId))
  const queuedOf = await loadSignable(ctx, chainId, ids)
  const batches: LaneBatch[] = []
  const failed: SignedLanes['failed'] = []
  for (const order of orders) {
    try {
      batches.push(await signLane(ctx, { chain, queuedOf }, order))
    } catch (error) {
      failed.push({ walletId: order.lane.walletId, error })
    }
  }
  if (isTrial || batches.length === 0) return { stored: [], failed }
  faultPoint('lane-after-sign')
  const stored = await storeAttempts(chainId, batches)
  faultPoint('lane-after-store')
  return { stored, failed }
}

const signableRow = queuedRow.extend({ allowance: allowanceRow })

/**
 * Loads queued transactions as their rows are now, with their signers. The returned function throws for an id that may
 * not be signed now, because the caller that requests signatures is not trusted. Throws recovering.
 */
async function loadSignable(ctx: WorkerCtx, chainId: number, ids: readonly string[]): Promise<(id: string) => Queued> {
  const answer = await ctx.db.execute(sql`
    select ${QUEUED_COLUMNS}, ${allowanceColumn()} from transactions t
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and t.lane_wallet_id is not null`)
  const rows = readRows(signableRow, answer, { now: ctx.now, chainId })
  const objections = await findObjections(ctx, chainId, rows)
  const signerOf = await loadSigners(
    ctx,
    rows.flatMap((row) => [row.walletId, row.laneWalletId]),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const row = byId.get(id)
    const objection = objections.get(id)
    if (objection) throw objection
    if (!row) throw new LeaseLostError(`transaction ${id} has no lane`)
    return { ...row, owner: signerOf(row.walletId), sender: signerOf(row.laneWalletId) }
  }
}

/** Longer than a transaction may wait in a pool. Only its relayer can submit the operation, and it executes once. */
const OPERATION_LIFE_SECONDS = 30n * 86_400n

type Call = {
  /** Null creates a contract. */
  to: Address | null
  value: bigint
  data: Hex
  authorizations?: Awaited<ReturnType<typeof signAuthorizations>>
}

type LaneTransaction = LaneTerms & { queued: Queued }

/**
 * Signs the transactions of a lane, in order, from `firstNonce` on. It reads their content from their rows. Throws if a
 * row may not be signed.
 */
async function signLane(
  ctx: WorkerCtx,
  { chain, queuedOf }: { chain: Chain; queuedOf: (transactionId: string) => Queued },
  order: LaneOrder,
): Promise<LaneBatch> {
  const { lane, leases, firstNonce, maxFeePerGas, maxPriorityFeePerGas } = order
  const send = order.send.map((terms) => ({ ...terms, queued: queuedOf(terms.transactionId) }))
  requireTerms(chain, order, send)
  const fees = { maxFeePerGas, maxPriorityFeePerGas }
  const calls = await signCalls(ctx, chain, send)
  const signed = await signEvmTransactions(
    ctx,
    send.map(({ queued, gasLimit }, index) => ({
      ...toDerivation(queued.sender),
      transaction: {
        chainId: chain.chainId,
        nonce: firstNonce + index,
        gas: gasLimit,
        ...fees,
        ...requireAt(calls, index),
      },
    })),
  )
  const attempts = send.map(({ queued, gasLimit, l1FeeUnits }, index) => {
    const { hash, raw } = requireAt(signed, index)
    const { address: fromAddress } = queued.sender
    const ids = { transactionId: queued.id, businessId: queued.businessId }
    return { ...ids, fromAddress, nonce: firstNonce + index, txHash: hash, raw, gasLimit, l1FeeUnits, ...fees }
  })
  return { lane, leases, attempts, nextNonce: firstNonce + send.length }
}

/** The call of each transaction of the lane: the intent itself, a relayer's `execute`, or an account's delegation. */
async function signCalls(ctx: WorkerCtx, chain: Chain, send: readonly LaneTransaction[]): Promise<Call[]> {
  const relayed = send.filter(({ queued }) => usesRelayer(queued))
  const operations = relayed.map((each) => operationOf(chain, each))
  const signatures = await signOperations(
    ctx,
    relayed.map(({ queued }, index) => ({ ...toDerivation(queued.owner), operation: requireAt(operations, index) })),
  )
  let next = 0
  const calls: Call[] = []
  for (const { queued, accountNonce } of send) {
    if (queued.type === 'DELEGATE') calls.push(await delegationOf(ctx, chain, queued.toAddress, accountNonce ?? 0))
    else if (usesRelayer(queued)) {
      const operation = requireAt(operations, next)
      calls.push({ to: operation.wallet, value: 0n, data: encodeExecute(operation, requireAt(signatures, next)) })
      next += 1
    } else calls.push(toCall(callOf(queued)))
  }
  return calls
}

function operationOf(chain: Chain, { queued, callGas }: LaneTransaction): Operation {
  return {
    chainId: chain.chainId,
    wallet: getAddress(queued.owner.address),
    relayer: getAddress(queued.sender.address),
    id: toOperationId(queued.intentId),
    nonce: toOperationNonce(queued.intentId),
    deadline: BigInt(Math.floor(Date.now() / 1_000)) + OPERATION_LIFE_SECONDS,
    callGas: callGas ?? 0n,
    calls: [operationCallOf(queued)],
  }
}

function operationCallOf(queued: Queued) {
  const { to, ...call } = toCall(callOf(queued))
  if (to === null) throw new Error('a wallet creates contracts without a relayer')
  return { ...call, to }
}

/** A relayer's transaction that only submits the wallet's authorization of the delegate contract for its account. */
async function delegationOf(ctx: WorkerCtx, chain: Chain, address: string, nonce: number): Promise<Call> {
  const subject = await requireSignerOf(ctx, address)
  const authorization = { chainId: chain.chainId, delegate: getAddress(chain.delegateAddress ?? ''), nonce }
  const authorizations = await signAuthorizations(ctx, [{ ...toDerivation(subject), authorization }])
  return { to: getAddress(address), value: 0n, data: '0x', authorizations }
}

function toDerivation({ address, ...derivation }: Signer) {
  return { ...derivation, expectedAddress: address }
}

function toCall({ to, value, data }: { to: string | null; value: bigint; data: string }): Call {
  // calldata is checked hex since the request was parsed
  return { to: to === null ? null : getAddress(to), value, data: data as Hex }
}

function requireAt<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('a signature is missing')
  return found
}

/** The gas limit of transfers whose rows name none. Unused gas costs nothing, and a token may need all of it. */
const MAX_TRANSFER_GAS = 5_000_000n

/**
 * Checks the terms of an order: fees within the chain's cap, gas as the row says, and each row in this lane. Throws an
 * Error.
 */
function requireTerms(
  chain: Pick<Chain, 'maxFeePerGasCap'>,
  { lane, maxFeePerGas }: Pick<LaneOrder, 'lane' | 'maxFeePerGas'>,
  send: readonly (LaneTerms & { queued: Queued })[],
): void {
  if (maxFeePerGas > chain.maxFeePerGasCap)
    throw new Error('the fees are above the cap of the chain, nothing was signed')
  for (const { queued, gasLimit, callGas } of send) {
    if (queued.laneWalletId !== lane.walletId)
      throw new Error(`transaction ${queued.id} is in another lane, nothing was signed`)
    if (!isGasOf(queued, { gasLimit, callGas }))
      throw new Error(`transaction ${queued.id} has another gas limit, nothing was signed`)
  }
}

function isGasOf(queued: Queued, { gasLimit, callGas }: { gasLimit: bigint; callGas: bigint | null }): boolean {
  if (queued.type === 'DELEGATE') return gasLimit === DELEGATION_GAS
  const own = queued.gasLimit
  if (!usesRelayer(queued)) return own === null ? gasLimit <= MAX_TRANSFER_GAS : gasLimit === own
  const most = callGasOf(own ?? MAX_TRANSFER_GAS)
  if (callGas === null || callGas > most || gasLimit > relayGasOf(most, dataBytesOf(queued))) return false
  return own === null || callGas === most
}
