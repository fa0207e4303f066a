import { and, asc, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import { type Currency, deposits, paymentArrivals } from '@/db/schema'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { toHex } from '@/server/chains/evm/read-headers'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { type Chain, findChain } from '@/server/chains/registry'
import { callRpc, RpcUnavailableError } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { receiveMoney } from '@/server/payments/settlement/receive-money'

/** The maximum in one run. */
const MAX_ADVANCED = 200
const MAX_WAIT_MS = 600_000

/**
 * Books deposits at payment addresses as receipts, each once by its position on the chain. One that cannot be booked
 * now is retried later and delays no other. Returns how many were booked and how many failed.
 */
export async function advanceArrivals(ctx: WorkerCtx): Promise<{ booked: number; failed: number }> {
  const due = await listDue(ctx)
  let booked = 0
  for (const one of due) {
    const problem = await advance(ctx, one).catch((error: unknown) => {
      recordWorkFault(ctx, error, 'the same arrival is booked again after a longer pause')
      return String(error)
    })
    await noteOutcome(ctx, one, problem)
    if (problem === null) booked += 1
  }
  return { booked, failed: due.length - booked }
}

type Due = Awaited<ReturnType<typeof listDue>>[number]

function listDue({ db, now }: WorkerCtx) {
  return db
    .select({ arrival: paymentArrivals, number: deposits.blockNumber, hash: deposits.blockHash })
    .from(paymentArrivals)
    .innerJoin(deposits, eq(deposits.id, paymentArrivals.depositId))
    .where(
      and(eq(paymentArrivals.state, 'NEW'), lte(paymentArrivals.nextAttemptAt, now()), eq(deposits.stage, 'confirmed')),
    )
    .orderBy(asc(paymentArrivals.nextAttemptAt), asc(paymentArrivals.depositId))
    .limit(MAX_ADVANCED)
}

async function advance(ctx: WorkerCtx, { arrival, number, hash }: Due): Promise<null> {
  const { accountId, chainId, tokenAddress, units, providerTxnId } = arrival
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not served`)
  const currency: Currency = `${chainId}:${tokenAddress ?? ''}`
  const paidAt = await readBlockTime(chain, { number, hash })
  const account = accountId === null ? null : { id: accountId }
  await receiveMoney(ctx, { account, provider: 'chain', providerTxnId, currency, units, feeUnits: 0n, paidAt })
  return null
}

async function noteOutcome({ db, now }: WorkerCtx, { arrival }: Due, problem: string | null): Promise<void> {
  const attempts = arrival.attempts + 1
  const waitMs = Math.min(1_000 * 2 ** attempts, MAX_WAIT_MS)
  const nextAttemptAt = problem === null ? null : new Date(now().getTime() + waitMs)
  await db
    .update(paymentArrivals)
    .set({ attempts, problem, nextAttemptAt, ...(problem === null ? { state: 'RECEIVED' as const } : {}) })
    .where(and(eq(paymentArrivals.depositId, arrival.depositId), eq(paymentArrivals.state, 'NEW')))
}

/** The time of the next due arrival; null if none waits. */
export async function nextArrivalAt({ db }: WorkerCtx): Promise<Date | null> {
  const [next] = await db
    .select({ at: paymentArrivals.nextAttemptAt })
    .from(paymentArrivals)
    .where(eq(paymentArrivals.state, 'NEW'))
    .orderBy(asc(paymentArrivals.nextAttemptAt))
    .limit(1)
  return next?.at ?? null
}

const evmBlock = z.object({ hash: z.string(), timestamp: quantity }).nullable()

type Block = { number: bigint; hash: string }

/** The timestamp of a final block. Throws RpcUnavailableError, RpcError. */
async function readBlockTime(chain: Chain, { number, hash }: Block): Promise<Date> {
  if (chain.chainType === 'SOLANA') {
    const seconds = z.int().parse(await callRpc(chain, 'getBlockTime', [Number(number)]))
    return new Date(seconds * 1_000)
  }
  const block = evmBlock.parse(await callRpc(chain, 'eth_getBlockByNumber', [toHex(number), false]))
  if (block?.hash !== hash) throw new RpcUnavailableError(`block ${number} is not the one that was read`)
  return new Date(Number(block.timestamp) * 1_000)
}
