import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { type PlannedReplacement, worstReplacementCost } from './cover-from-floats'
import { coverCosts, coverPlanned, type PlannedCover } from './cover-holds'
import { loadForRelayer } from './load-for-relayer'
import type { StuckRow } from './load-stuck'
import { loadPlatformCosts } from './platform-costs'
import { costOf } from './read-turn-facts'

type ServedRow = StuckRow & { servedTransactionId: string }

/**
 * The replacements that the business's hold covers, or its reservation where the platform pays; it raises the hold
 * where the balance or the day's budget allows. Earlier attempts are covered already, so a cancelling one needs only
 * its own gas.
 */
export async function coverReplacements<T extends PlannedReplacement>(
  ctx: WorkerCtx,
  chain: Chain,
  replacements: readonly T[],
): Promise<ReadonlySet<T>> {
  const delegations = replacements.flatMap((each) => (isServing(each.row) ? [{ each, row: each.row }] : []))
  const own = replacements.filter(({ row }) => !isServing(row))
  const servedUnits = await loadPlatformCosts(
    ctx.db,
    chain,
    own.map(({ row }) => row.id),
  )
  const covers = await Promise.all(
    own.map(async (each) => ({
      each,
      payer: each.row,
      worstUnits: (await worstReplacementCost(chain, each)) + servedUnits(each.row.id),
    })),
  )
  const shortfalls = await coverCosts(chain, covers)
  return new Set([
    ...covers.flatMap((cover) => (shortfalls.has(cover) ? [] : [cover.each])),
    ...(await coverDelegations(ctx, chain, delegations)),
  ])
}

function isServing(row: StuckRow): row is ServedRow {
  return row.servedTransactionId !== null
}

/**
 * The hold of a delegation is part of the hold of the transaction that needs it. Once that transaction has ended, the
 * platform bears any further cost.
 */
async function coverDelegations<T extends PlannedReplacement>(
  ctx: WorkerCtx,
  chain: Chain,
  delegations: readonly { each: T; row: ServedRow }[],
): Promise<T[]> {
  const payers = await loadPayers(
    ctx,
    delegations.map(({ row }) => row),
  )
  const covers = await Promise.all(
    delegations.map(async ({ each, row }): Promise<{ each: T; cover: PlannedCover | null }> => {
      const queued = payers.get(row.id)
      if (!queued) return { each, cover: null }
      const planned = { queued, ...(await costOf({ chain, fees: each.fees }, queued)) }
      return { each, cover: { planned, extraUnits: await worstReplacementCost(chain, each) } }
    }),
  )
  const shortfalls = await coverPlanned(
    chain,
    covers.flatMap(({ cover }) => cover ?? []),
  )
  return covers.flatMap(({ each, cover }) => (cover && shortfalls.has(cover.planned) ? [] : [each]))
}

/** The open transactions that pay for delegations, by id of the delegation, as its relayer would send them. */
async function loadPayers(ctx: WorkerCtx, delegations: readonly ServedRow[]) {
  const payers = new Map<string, Awaited<ReturnType<typeof loadForRelayer>>[number]>()
  for (const relayerId of new Set(delegations.map(({ laneWalletId }) => laneWalletId))) {
    const ofRelayer = delegations.filter(({ laneWalletId }) => laneWalletId === relayerId)
    const served = ofRelayer.map(({ servedTransactionId }) => servedTransactionId)
    const queued = new Map((await loadForRelayer(ctx, served, relayerId)).map((row) => [row.id, row]))
    for (const { id, servedTransactionId } of ofRelayer) {
      const payer = queued.get(servedTransactionId)
      if (payer) payers.set(id, payer)
    }
  }
  return payers
}
