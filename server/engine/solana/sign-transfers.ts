import type { Chain } from '@/server/chains/registry'
import { buildMessage } from '@/server/chains/solana/build-message'
import { judgeCallProblem } from '@/server/chains/solana/judge-call-problem'
import { type Judgement, judgeProblem } from '@/server/chains/solana/judge-problem'
import { currentPriorityFee, priorityFeeCap } from '@/server/chains/solana/priority-fee'
import { isProgramCall } from '@/server/chains/solana/program-call'
import { type Blockhash, readBlockhash } from '@/server/chains/solana/read-blockhash'
import { simulateMessages } from '@/server/chains/solana/simulate-messages'
import type { TransactionProblem } from '@/server/chains/solana/transaction-problem'
import { networkFeeLamports, TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'
import type { WorkerCtx } from '@/server/ctx'
import { signSolanaTransfers } from '@/server/custody/sign-solana'
import type { ShortUnits } from '@/server/money/asset-shortfall'
import type { FeePayer } from '@/server/platform/ensure-fee-payer'
import type { Planned } from './plan-transfers'
import { maxComputeUnits, maxFeeLamports } from './solana-limits'
import type { SignedAttempt } from './store-attempts'

type Priced = Planned & { microLamportsPerUnit: bigint; computeUnits: number }

/** What simulation said no to. */
export type Refused = { planned: Planned; judgement: Judgement; short: ShortUnits | null }

/** A simulation does not see what other transactions of the block will have changed. */
const MARGIN_PERCENT = 20
/** An attempt that expired offers at least this much when it is signed again, and twice what it did. */
const LEAST_SECOND_PRICE = 10_000n
const NO_BLOCKHASH = '11111111111111111111111111111111'

/**
 * Simulates planned transfers and signs those that would succeed, with the compute limit they need. Nothing is stored or sent here; what
 * fails costs nothing. Throws RpcUnavailableError, RpcError.
 */
export async function signTransfers(
  ctx: WorkerCtx,
  chain: Chain,
  { planned, feePayer }: { planned: readonly Planned[]; feePayer: FeePayer },
): Promise<{ signed: SignedAttempt[]; refused: Refused[] }> {
  if (planned.length === 0) return { signed: [], refused: [] }
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
    if (problem) refused.push({ planned: one, ...judge(one, problem, short) })
    else ready.push({ ...one, computeUnits: withMargin(computeUnits, maxComputeUnits(one.transfer)) })
  }
  // Asked for last: its life begins with the block it names.
  const blockhash = ready.length > 0 ? await readBlockhash(chain) : null
  return { signed: blockhash ? await sign(ctx, chain, { ready, feePayer, blockhash }) : [], refused }
}

function judge({ transfer }: Planned, problem: TransactionProblem, short: ShortUnits | null): Omit<Refused, 'planned'> {
  if (isProgramCall(transfer)) {
    const programs = transfer.instructions.map(({ program }) => program)
    return { judgement: judgeCallProblem(problem, programs), short: null }
  }
  const isToken = transfer.token !== null
  // In a token transfer only the fee payer moves lamports.
  return { judgement: judgeProblem(problem, { isToken }), short: isToken ? null : short }
}

async function sign(
  ctx: WorkerCtx,
  chain: Chain,
  { ready, feePayer, blockhash }: { ready: readonly Priced[]; feePayer: FeePayer; blockhash: Blockhash },
): Promise<SignedAttempt[]> {
  const requests = ready.map((one) => {
    const { computeUnits, microLamportsPerUnit, transfer, queued } = one
    const terms = { blockhash: blockhash.blockhash, computeUnits, microLamportsPerUnit }
    return {
      feePayer: {
        walletId: feePayer.id,
        businessId: feePayer.businessId,
        seedId: feePayer.seedId,
        addressIndex: feePayer.addressIndex,
        expectedAddress: feePayer.address,
      },
      sender: {
        walletId: queued.walletId,
        businessId: queued.businessId,
        seedId: queued.seedId,
        addressIndex: queued.addressIndex,
        expectedAddress: queued.fromAddress,
      },
      messageBytes: buildMessage(transfer, terms),
      intent: { transfer, terms },
      limits: {
        maxFeeLamports: maxFeeLamports(chain, maxComputeUnits(transfer)),
        rentBudgetLamports: isProgramCall(transfer) ? one.rentLamports : one.rentPerAccount,
        rentPerAccountLamports: one.rentPerAccount,
      },
    }
  })
  const signed = await signSolanaTransfers(ctx, requests)
  return ready.flatMap((one, index) => {
    const bytes = signed[index]
    if (!bytes) return []
    const { queued, computeUnits, microLamportsPerUnit, rentLamports } = one
    return [
      {
        transactionId: queued.id,
        businessId: queued.businessId,
        walletId: queued.walletId,
        fromAddress: queued.fromAddress,
        ...bytes,
        lastValidBlockHeight: blockhash.lastValidBlockHeight,
        computeUnits,
        microLamportsPerUnit,
        maxLamports: networkFeeLamports(TRANSFER_SIGNATURES, computeUnits, microLamportsPerUnit) + rentLamports,
        replaces: queued.expired,
      },
    ]
  })
}

function withMargin(computeUnits: number, most: number): number {
  return Math.min(most, Math.ceil((computeUnits * (100 + MARGIN_PERCENT)) / 100))
}

function priceOf(chain: Chain, current: bigint, { queued }: Planned): bigint {
  if (queued.expiredPrice === null) return current
  const cap = priorityFeeCap(chain)
  const wanted = [current, queued.expiredPrice * 2n, LEAST_SECOND_PRICE].reduce((a, b) => (a > b ? a : b))
  return wanted < cap ? wanted : cap
}
