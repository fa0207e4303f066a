import { sql } from 'drizzle-orm'
import { blockedText } from '@/schemas/screening/words'
import type { ChainLease } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { FEE_PAYER_SHORT } from '@/server/chains/solana/failure-texts'
import type { WorkerCtx } from '@/server/ctx'
import { blockedSince } from '@/server/engine/blocked-since'
import { failureOf } from '@/server/engine/failure'
import { signer } from '@/server/engine/signing/signer'
import { faultPoint } from '@/server/fault-point'
import { assetShortfall } from '@/server/money/asset-shortfall'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { watchFeePayer } from '@/server/platform/watch-fee-payer'
import { knownDatabase } from '@/server/recovery/known-database'
import { findBlockedRows } from '@/server/screening/find-blocked'
import { failTransfers } from './fail-transfers'
import type { Queued } from './load-queue'
import { orderTransfers, type Refused } from './order-transfers'
import { planTransfers } from './plan-transfers'
import { proveShortage } from './prove-shortage'
import { readPlanFacts } from './read-plan-facts'
import { resolveExecuted } from './recovery/resolve-executed'
import { sendAttempts } from './send-attempts'

const WAIT_FOR_FEE_PAYER_MS = 2_000
const WAIT_FOR_EARLIER_MS = 400
const WAIT_FOR_NETWORK_MS = 2_000

/**
 * Takes transfers from the queue to the network: plans, simulates, signs, stores, sends. Transfers with a proven
 * expired attempt are signed again in the same way. A transfer that cannot succeed ends; one that cannot be paid for
 * yet waits with a reason. Throws RpcUnavailableError, RpcError, LeaseLostError; the next turn finds everything that
 * was stored before.
 */
export async function fillQueue(
  ctx: WorkerCtx,
  chain: Chain,
  { lease, queue: loaded }: { lease: ChainLease; queue: readonly Queued[] },
): Promise<void> {
  const queue = await resolveExecuted(ctx, chain, loaded)
  const cancelled = queue.filter((row) => row.isCancelled)
  await failTransfers(
    chain,
    cancelled.map((queued) => ({ queued, error: CANCELLED })),
  )
  const uncancelled = queue.filter((row) => !row.isCancelled)
  const blocked = await findBlockedRows(ctx, uncancelled)
  await failTransfers(
    chain,
    uncancelled.flatMap((queued) => {
      const address = blocked.get(queued.id)
      return address === undefined ? [] : [{ queued, error: blockedText(address) }]
    }),
  )
  const allowed = uncancelled.filter(({ id }) => !blocked.has(id))
  if (allowed.length === 0) return
  const feePayer = await findFeePayer(ctx)
  if (!feePayer) {
    const pause = { queued: allowed, reason: 'No fee payer is set up on this chain', pauseMs: WAIT_FOR_FEE_PAYER_MS }
    return pauseWallets(ctx, chain.chainId, pause)
  }
  const facts = await readPlanFacts(ctx, chain, { queue: allowed, feePayer: feePayer.address })
  const plan = planTransfers(allowed, facts)
  const { order, refused } = await orderTransfers(chain, { planned: plan.send, feePayer })
  if (order) {
    const stored = await signer().signTransfers({ ...order, lease, database: knownDatabase() })
    await sendAttempts(ctx, chain, stored)
    faultPoint('solana-after-send')
  }
  const { failed, later, short } = sorted(chain, refused)
  const { proven, contradicted } = await proveShortage(chain, plan.fail, facts)
  const rejected = proven.map(({ queued, text, short }) => ({
    queued,
    ...failureOf(text, short && assetShortfall(chain, queued, short)),
  }))
  await failTransfers(chain, [...rejected, ...failed])
  const feePayerShort = [...plan.feePayerShort, ...short]
  const lamports = facts.accounts.get(feePayer.address)?.lamports ?? 0n
  await watchFeePayer(ctx, chain, { address: feePayer.address, lamports, isShort: feePayerShort.length > 0 })
  const pauses = [
    { queued: feePayerShort, reason: FEE_PAYER_SHORT, pauseMs: WAIT_FOR_FEE_PAYER_MS },
    { queued: plan.waiting, reason: 'Waiting for earlier transfers of the wallet', pauseMs: WAIT_FOR_EARLIER_MS },
    {
      queued: contradicted.map(({ queued }) => queued),
      reason: 'Waiting for the endpoints to agree',
      pauseMs: WAIT_FOR_EARLIER_MS,
    },
    ...later,
  ]
  for (const pause of pauses) await pauseWallets(ctx, chain.chainId, pause)
}

const CANCELLED = 'Cancelled before it reached the chain'

function sorted(chain: Chain, refused: readonly Refused[]) {
  const of = (verdict: Refused['judgement']['verdict']) =>
    refused.filter(({ judgement }) => judgement.verdict === verdict)
  return {
    failed: of('failed').map(({ planned: { queued }, judgement, short }) => ({
      queued,
      ...failureOf(judgement.text, short && assetShortfall(chain, queued, short)),
    })),
    short: of('fee_payer_short').map(({ planned }) => planned.queued),
    later: of('later').map(({ planned, judgement }) => ({
      queued: [planned.queued],
      reason: judgement.text,
      pauseMs: WAIT_FOR_NETWORK_MS,
    })),
  }
}

type Sender = Pick<Queued, 'businessId' | 'walletId' | 'fromAddress'>

/** Pauses the wallets of transfers for a moment and stores the reason, which the pages of the transfers show. */
export async function pauseWallets(
  { db }: WorkerCtx,
  chainId: number,
  { queued, reason, pauseMs }: { queued: readonly Sender[]; reason: string; pauseMs: number },
): Promise<void> {
  if (queued.length === 0) return
  const rows = [...new Map(queued.map((row) => [row.walletId, row])).values()].map((row) => ({
    business_id: row.businessId,
    wallet_id: row.walletId,
    address: row.fromAddress,
  }))
  await db.execute(sql`
    insert into lanes (business_id, chain_id, wallet_id, address, not_before, blocked_reason, blocked_since, blocked_count)
    select business_id, ${chainId}::int, wallet_id, address, now() + make_interval(secs => ${pauseMs / 1_000}), ${reason}, now(), 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(business_id uuid, wallet_id uuid, address text)
    on conflict (chain_id, wallet_id) do update set not_before = excluded.not_before, blocked_reason = excluded.blocked_reason,
      ${blockedSince(sql`lanes`, sql`excluded.blocked_reason`)}`)
}
