import { type Address, getAddress, type Hex } from 'viem'
import { encodeExecute } from '@/server/chains/evm/encode-execute'
import { type Operation, toOperationId, toOperationNonce } from '@/server/chains/evm/operation'
import { callGasOf } from '@/server/chains/evm/operation-gas'
import { quantity } from '@/server/chains/evm/read-at-head'
import { callRpc, readResult } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { signEvmTransactions } from '@/server/custody/sign'
import { signAuthorizations } from '@/server/custody/sign-authorizations'
import { signOperations } from '@/server/custody/sign-operations'
import { callOf, isCarried, ownGasLimitOf } from './gas-limit-of'
import type { LanePlan } from './lane-plan'
import type { Queued } from './load-queue'
import { requireSignerOf, type Signer } from './load-signers'
import type { Lane } from './open-lanes'
import type { Planned } from './plan-lane'
import type { Turn } from './read-turn'
import type { LaneBatch } from './store-attempts'

/** An operation outlives any wait of its carrier in a pool; only its relayer can bring it, and it works once. */
const OPERATION_LIFE_SECONDS = 30n * 86_400n

type Call = {
  /** Null creates a contract. */
  to: Address | null
  value: bigint
  data: Hex
  authorizations?: Awaited<ReturnType<typeof signAuthorizations>>
}

/** Signs what a lane's plan sends, in order, from the lane's next nonce on. */
export async function signLane(ctx: WorkerCtx, turn: Turn, { lane, leases, send }: LanePlan): Promise<LaneBatch> {
  const { chain, fees } = turn
  const first = firstNonce(turn, lane)
  const calls = await signCalls(ctx, turn, send)
  const signed = await signEvmTransactions(
    ctx,
    send.map(({ queued, gasLimit }, index) => ({
      ...toDerivation(queued.sender),
      transaction: { chainId: chain.chainId, nonce: first + index, gas: gasLimit, ...fees, ...requireAt(calls, index) },
    })),
  )
  const attempts = send.map(({ queued, gasLimit, l1FeeUnits }, index) => {
    const { hash, raw } = requireAt(signed, index)
    const { address: fromAddress } = queued.sender
    const ids = { transactionId: queued.id, businessId: queued.businessId }
    return { ...ids, fromAddress, nonce: first + index, txHash: hash, raw, gasLimit, l1FeeUnits, ...fees }
  })
  return { lane, leases, attempts, nextNonce: first + send.length }
}

/** The counter is the truth while anything is in flight; the chain only ever moves it forward. */
function firstNonce({ state, inFlight }: Turn, lane: Lane): number {
  const mined = state.mined.get(lane.address) ?? 0
  if (lane.nextNonce === null) return mined
  return (inFlight.get(lane.walletId)?.count ?? 0) > 0 ? lane.nextNonce : Math.max(lane.nextNonce, mined)
}

/** What each transaction of the lane calls: the intent itself, its carrier's `execute`, or an account's delegation. */
async function signCalls(ctx: WorkerCtx, turn: Turn, send: Planned[]): Promise<Call[]> {
  const carried = send.filter(({ queued }) => isCarried(queued))
  const operations = await Promise.all(carried.map((planned) => operationOf(turn, planned)))
  const signatures = await signOperations(
    ctx,
    carried.map(({ queued }, index) => ({ ...toDerivation(queued.owner), operation: requireAt(operations, index) })),
  )
  let next = 0
  const calls: Call[] = []
  for (const { queued } of send) {
    if (queued.type === 'DELEGATE') calls.push(await delegationOf(ctx, turn, queued.toAddress))
    else if (isCarried(queued)) {
      const operation = requireAt(operations, next)
      calls.push({ to: operation.wallet, value: 0n, data: encodeExecute(operation, requireAt(signatures, next)) })
      next += 1
    } else calls.push(toCall(callOf(queued)))
  }
  return calls
}

async function operationOf({ chain }: Turn, { queued }: Planned): Promise<Operation> {
  return {
    chainId: chain.chainId,
    wallet: getAddress(queued.owner.address),
    relayer: getAddress(queued.sender.address),
    id: toOperationId(queued.intentId),
    nonce: toOperationNonce(queued.intentId),
    deadline: BigInt(Math.floor(Date.now() / 1_000)) + OPERATION_LIFE_SECONDS,
    callGas: callGasOf(await ownGasLimitOf(chain, queued)),
    calls: [operationCallOf(queued)],
  }
}

function operationCallOf(queued: Queued) {
  const { to, ...call } = toCall(callOf(queued))
  if (to === null) throw new Error('a wallet creates contracts by itself')
  return { ...call, to }
}

/** A relayer's transaction that does nothing but carry the wallet's word that its account points to the delegate contract. */
async function delegationOf(ctx: WorkerCtx, { chain }: Turn, address: string): Promise<Call> {
  const subject = await requireSignerOf(ctx, address)
  const nonce = Number(readResult(quantity, await callRpc(chain, 'eth_getTransactionCount', [address, 'latest'])))
  const authorization = { chainId: chain.chainId, delegate: getAddress(chain.delegateAddress ?? ''), nonce }
  const authorizations = await signAuthorizations(ctx, [{ ...toDerivation(subject), authorization }])
  return { to: getAddress(address), value: 0n, data: '0x', authorizations }
}

function toDerivation({ address, ...derivation }: Signer) {
  return { ...derivation, expectedAddress: address }
}

function toCall({ to, value, data }: { to: string | null; value: bigint; data: string }): Call {
  return { to: to === null ? null : getAddress(to), value, data: data as Hex } // calldata is checked hex since the request was parsed
}

function requireAt<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('a signature is missing')
  return found
}
