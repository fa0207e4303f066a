import { and, eq } from 'drizzle-orm'
import { sweepWallets } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { type Chain, findChain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { failWallet } from '@/server/handlers/sweeps/fail-wallet'
import { formatUsd } from '@/server/money/usd'
import { isRecovering } from '@/server/recovery/is-recovering'
import { isStopping } from '@/server/waking/stopping'
import { acceptSweep, sweepTenantOf } from './accept-sweep'
import { checkBalances, openScheduled } from './enqueue-checks'
import { type DueWallet, findDue, nextSweepAt } from './find-due'
import { findUneconomicSweep } from './find-uneconomic-sweep'
import { publishHeldWallets } from './publish-held-wallets'
import { type Balance, type Funds, readFunds } from './read-funds'

const RUN_MS = 20_000
/** The number of wallets whose balances are read at once. */
const AT_ONCE = 50
const SOON_MS = 60_000
const LATER_MS = 3_600_000
/** A follower of deposits that keeps up reads a block within this time. */
const UNREAD_MS = 5_000
const UNREAD = 'Its newest deposits are not read yet'

type Outcome = 'accepted' | 'nothing' | 'put_off' | 'failed'

/**
 * Checks the due wallets of sweep rules, and accepts a sweep of each that holds enough, until none is due or the time
 * is up. Accepts nothing during a recovery. `nextAt`: when the next wallet is due. `counts`: wallets by outcome.
 */
export async function advanceSweeps(ctx: WorkerCtx): Promise<{ nextAt: Date | null; counts: Record<Outcome, number> }> {
  const counts = { accepted: 0, nothing: 0, put_off: 0, failed: 0 }
  if (await isRecovering()) return { nextAt: new Date(ctx.now().getTime() + SOON_MS), counts }
  await openScheduled(ctx)
  await checkBalances(ctx)
  const deadline = Date.now() + RUN_MS
  while (Date.now() < deadline && !isStopping()) {
    const due = await findDue(ctx, AT_ONCE)
    if (due.length === 0) break
    for (const group of groupsOf(due)) for (const outcome of await advanceGroup(ctx, group)) counts[outcome] += 1
  }
  await publishHeldWallets(ctx)
  return { nextAt: await nextSweepAt(ctx), counts }
}

/** Groups wallets by chain and asset: one request reads the balances of a group. */
function groupsOf(due: readonly DueWallet[]): DueWallet[][] {
  const groups = new Map<string, DueWallet[]>()
  for (const one of due) {
    const key = `${one.chainId} ${one.tokenAddress ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

async function advanceGroup(ctx: WorkerCtx, group: readonly DueWallet[]): Promise<Outcome[]> {
  const [first] = group
  if (!first) return []
  const chain = await findChain(first.chainId)
  const funds =
    chain && chain.rpcUrls.length > 0
      ? await readFunds(ctx, { chain, tokenAddress: first.tokenAddress, due: group }).catch((error: unknown) => {
          recordWorkFault(ctx, error, 'the same wallets again in a minute')
          return null
        })
      : null
  const outcomes: Outcome[] = []
  for (const due of group) {
    const own = funds?.get(due.walletId)
    outcomes.push(
      chain && own
        ? await advanceWallet(ctx, due, { chain, funds: own })
        : await putOff(ctx, due, { reason: 'The chain does not answer', waitMs: SOON_MS }),
    )
  }
  return outcomes
}

async function advanceWallet(
  ctx: WorkerCtx,
  due: DueWallet,
  { chain, funds: { newest, judged, observed, claims } }: { chain: Chain; funds: Funds },
): Promise<Outcome> {
  const leftUnits = claims.screenedUnits + due.keepUnits
  if (due.isForeign || newest.units - leftUnits < due.thresholdUnits) return removeCheck(ctx, due)
  if (!judged) return putOff(ctx, due, unread(due, observed))
  const freeUnits = judged.units - leftUnits - claims.settlingUnits
  const units = least(freeUnits, newest.units - leftUnits - claims.settlingUnits) - claims.sentUnits
  if (units < due.thresholdUnits || claims.hasCalls) {
    if (judged.units < newest.units) return putOff(ctx, due, unread(due, observed))
    return putOff(ctx, due, { reason: 'A transaction of the wallet is not final yet', waitMs: SOON_MS, observed })
  }
  try {
    const asset = { tokenAddress: due.tokenAddress, decimals: due.decimals, symbol: due.symbol }
    const sweep = { chain, asset, from: due.address, toAddress: due.toAddress, units }
    const uneconomic = await findUneconomicSweep(sweepTenantOf(due), sweep)
    if (uneconomic) {
      const [value, fee] = [formatUsd(uneconomic.valueMicros), formatUsd(uneconomic.feeMicros)]
      return await putOff(ctx, due, { reason: `Worth $${value}, with a fee of $${fee} now`, waitMs: LATER_MS })
    }
    const isAccepted = await acceptSweep(due, { chain, units, judged: { block: judged.block, freeUnits } })
    return isAccepted ? 'accepted' : await putOff(ctx, due, { reason: null, waitMs: SOON_MS })
  } catch (error) {
    const isTemporary = isTransient(error) || (error instanceof ApiError && error.code === 'unavailable')
    if (isTemporary || !(error instanceof ApiError)) recordWorkFault(ctx, error, 'the same wallet again')
    if (isTemporary) return putOff(ctx, due, { reason: textOf(error), waitMs: SOON_MS })
    return fail(due, textOf(error))
  }
}

/** If deposits are still not read after a first wait, their chain is behind: then the wallet waits longer. */
function unread({ reason }: DueWallet, observed: Balance | null) {
  return { reason: UNREAD, waitMs: reason === UNREAD ? SOON_MS : UNREAD_MS, observed }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function textOf(error: unknown): string {
  if (error instanceof ApiError) return error.errors?.[0] ?? error.message
  return 'It could not be accepted'
}

/** Ends the check of a wallet with nothing to sweep, unless another check was requested meanwhile. */
async function removeCheck({ db }: WorkerCtx, due: DueWallet): Promise<Outcome> {
  await db.delete(sweepWallets).where(and(isRow(due), eq(sweepWallets.asked, due.asked)))
  return 'nothing'
}

async function putOff(
  { db, now }: WorkerCtx,
  due: DueWallet,
  { reason, waitMs, observed }: { reason: string | null; waitMs: number; observed?: Balance | null },
): Promise<Outcome> {
  const dueAt = new Date(now().getTime() + waitMs)
  const observation = observed ? { observedUnits: observed.units, observedBlock: observed.block } : {}
  await db
    .update(sweepWallets)
    .set({ dueAt, reason, updatedAt: now(), ...observation })
    .where(isRow(due))
  return 'put_off'
}

async function fail(due: DueWallet, reason: string): Promise<Outcome> {
  await inWorker(async ({ db, now }) => {
    const [row] = await db.select().from(sweepWallets).where(isRow(due)).for('update')
    if (row) await failWallet(db, row, reason, now())
  })
  return 'failed'
}

function isRow({ ruleId, walletId }: DueWallet) {
  return and(eq(sweepWallets.ruleId, ruleId), eq(sweepWallets.walletId, walletId), eq(sweepWallets.state, 'DUE'))
}
