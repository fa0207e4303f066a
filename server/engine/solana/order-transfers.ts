import type { Chain } from '@/server/chains/registry'
import { buildMessage } from '@/server/chains/solana/build-message'
import { judgeCallProblem } from '@/server/chains/solana/judge-call-problem'
import { type Judgement, judgeProblem } from '@/server/chains/solana/judge-problem'
import { currentPriorityFee, priorityFeeCap } from '@/server/chains/solana/priority-fee'
import { isProgramCall } from '@/server/chains/solana/program-call'
import { type Blockhash, readBlockhash } from '@/server/chains/solana/read-blockhash'
import { simulateMessages } from '@/server/chains/solana/simulate-messages'
import type { TransactionProblem } from '@/server/chains/solana/transaction-problem'
import { TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'
import type { SolanaOrder } from '@/server/engine/signing/orders'
import type { ShortUnits } from '@/server/money/asset-shortfall'
import type { FeePayer } from '@/server/platform/ensure-fee-payer'
import type { PlannedTransfer } from './plan-transfers'
import { maxComputeUnits } from './solana-limits'

type Priced = PlannedTransfer & { microLamportsPerUnit: bigint; computeUnits: number }

/** A transfer that failed in simulation. */
export type Refused = { planned: PlannedTransfer; judgement: Judgement; short: ShortUnits | null }

/** Added to the simulated compute units, because other transactions of the block may change what a simulation saw. */
const MARGIN_PERCENT = 20
/**
 * The minimum priority fee of the second signature, in micro-lamports per compute unit. It is also at least twice the
 * first.
 */
const LEAST_SECOND_PRICE = 10_000n
const NO_BLOCKHASH = '11111111111111111111111111111111'

/** An order for a signer, without the lease. */
export type TransfersOrder = Omit<SolanaOrder, 'lease' | 'database'>

/**
 * Simulates planned transfers and orders the signatures of those that would succeed, with the compute limit they need.
 * `order` is null if none would. Nothing is signed here, so a failure costs nothing. Throws RpcUnavailableError,
 * RpcError.
 */
export async function orderTransfers(
  chain: Chain,
  { planned, feePayer }: { planned: readonly PlannedTransfer[]; feePayer: FeePayer },
): Promise<{ order: TransfersOrder | null; refused: Refused[] }> {
  if (planned.length === 0) return { order: null, refused: [] }
  const price = await currentPriorityFee(chain, feePayer.address)
  const priced = planned.map((one) => ({ ...one, microLamportsPerUnit: priceOf(chain, price, one) }))
  const simulated = await simulateMessages(
    chain,
    priced.map(({ transfer, microLamportsPerUnit }) => ({
      bytes: buildMessage(transfer, {
        blockhash: NO_BLOCKHASH,
        computeUnits: maxComputeUnits(transfer),
        microLamportsPerUnit,
      }),
      signatures: TRANSFER_SIGNATURES,
    })),
  )
  const refused: Refused[] = []
  const ready: Priced[] = []
  for (const [index, one] of priced.entries()) {
    const { problem, computeUnits, short } = simulated[index] ?? { problem: null, computeUnits: 0, short: null }
    if (problem) refused.push({ planned: one, ...judgeRefusal(one, problem, short) })
    else ready.push({ ...one, computeUnits: withMargin(computeUnits, maxComputeUnits(one.transfer)) })
  }
  // Read last, because the lifetime of a transaction begins with the block of its blockhash.
  const blockhash = ready.length > 0 ? await readBlockhash(chain) : null
  return { order: blockhash && orderOf(chain, { ready, blockhash }), refused }
}

function judgeRefusal(
  { transfer }: PlannedTransfer,
  problem: TransactionProblem,
  short: ShortUnits | null,
): Omit<Refused, 'planned'> {
  if (isProgramCall(transfer)) {
    const programs = transfer.instructions.map(({ program }) => program)
    return { judgement: judgeCallProblem(problem, programs), short: null }
  }
  const isToken = transfer.token !== null
  // In a token transfer only the fee payer moves lamports.
  return { judgement: judgeProblem(problem, { isToken }), short: isToken ? null : short }
}

function orderOf(
  { chainId }: Chain,
  { ready, blockhash }: { ready: readonly Priced[]; blockhash: Blockhash },
): TransfersOrder {
  const orders = ready.map(
    ({ queued, transfer, computeUnits, microLamportsPerUnit, rentLamports, rentPerAccount }) => ({
      ...{ transactionId: queued.id, computeUnits, microLamportsPerUnit, rentLamports, rentPerAccount },
      tokenProgram: isProgramCall(transfer) ? null : (transfer.token?.programId ?? null),
      replaces: queued.expired,
    }),
  )
  return { chainId, ...blockhash, orders }
}

function withMargin(computeUnits: number, most: number): number {
  return Math.min(most, Math.ceil((computeUnits * (100 + MARGIN_PERCENT)) / 100))
}

function priceOf(chain: Chain, current: bigint, { queued }: PlannedTransfer): bigint {
  if (queued.expiredPrice === null) return current
  const cap = priorityFeeCap(chain)
  const highest = [current, queued.expiredPrice * 2n, LEAST_SECOND_PRICE].reduce((a, b) => (a > b ? a : b))
  return highest < cap ? highest : cap
}
