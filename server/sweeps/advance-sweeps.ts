import { and, eq } from 'drizzle-orm'
import { sweepWallets } from '@/db/schema'
import { isTransient } from '@/server/alarms/is-transient'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { type Chain, findChain } from '@/server/chains/registry'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { failWallet } from '@/server/handlers/sweeps/fail-wallet'
import { formatUsd } from '@/server/money/usd'
import { isRecovering } from '@/server/recovery/is-recovering'
import { isStopping } from '@/server/waking/stopping'
import { readEvmHoldings } from '@/server/wallets/balances/read-evm-holdings'
import { readPlatformUnits } from '@/server/wallets/balances/read-platform-units'
import { readSolanaHoldings } from '@/server/wallets/balances/read-solana-holdings'
import { acceptSweep, sweepTenantOf } from './accept-sweep'
import { checkBalances, openScheduled } from './enqueue-checks'
import { type DueWallet, findDue, nextSweepAt } from './find-due'
import { publishHeldWallets } from './publish-held-wallets'
import { findUneconomicSweep } from './sweep-cost'

const RUN_MS = 20_000
/** The number of wallets whose balances are read at once. */
const AT_ONCE = 50
const SOON_MS = 60_000
const LATER_MS = 3_600_000

type Outcome = 'accepted' | 'nothing' | 'put_off' | 'failed'

/**
 * Checks the due wallets of sweep rules, and accepts a sweep of each that holds enough, until none is due or the time
 * is up. Accepts nothing during a recovery. `nextAt`: when the next wallet is due. `did`: wallets by outcome.
 */
export async function advanceSweeps(ctx: WorkerCtx): Promise<{ nextAt: Date | null; did: Record<Outcome, number> }> {
  const did = { accepted: 0, nothing: 0, put_off: 0, failed: 0 }
  if (await isRecovering()) return { nextAt: new Date(ctx.now().getTime() + SOON_MS), did }
  await openScheduled(ctx)
  await checkBalances(ctx)
  const deadline = Date.now() + RUN_MS
  while (Date.now() < deadline && !isStopping()) {
    const due = await findDue(ctx, AT_ONCE)
    if (due.length === 0) break
    for (const group of groupsOf(due)) for (const outcome of await advanceGroup(ctx, group)) did[outcome] += 1
  }
  await publishHeldWallets(ctx)
  return { nextAt: await nextSweepAt(ctx), did }
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
  const addresses = group.map(({ address }) => address)
  const balances =
    chain && chain.rpcUrls.length > 0
      ? await readSpendable(ctx, chain, { tokenAddress: first.tokenAddress, addresses }).catch((error: unknown) => {
          recordWorkFault(error, 'the same wallets again in a minute')
          return null
        })
      : null
  const outcomes: Outcome[] = []
  for (const due of group) {
    const held = balances?.get(due.address) ?? null
    outcomes.push(
      chain && held !== null
        ? await advanceWallet(ctx, due, { chain, held })
        : await putOff(ctx, due, { reason: 'The chain cannot be asked', waitMs: SOON_MS }),
    )
  }
  return outcomes
}

async function advanceWallet(
  ctx: WorkerCtx,
  due: DueWallet,
  { chain, held }: { chain: Chain; held: bigint },
): Promise<Outcome> {
  const free = held - due.screenedUnits - due.keepUnits
  const units = free - due.unsettledUnits
  if (due.isForeign || free < due.thresholdUnits) return leave(ctx, due)
  if (units < due.thresholdUnits)
    return putOff(ctx, due, { reason: 'Something of the wallet is not final yet', waitMs: SOON_MS })
  try {
    const asset = { tokenAddress: due.tokenAddress, decimals: due.decimals, symbol: due.symbol }
    const sweep = { chain, asset, from: due.address, toAddress: due.toAddress, units }
    const unworthy = await findUneconomicSweep(sweepTenantOf(due), sweep)
    if (unworthy) {
      const [value, fee] = [formatUsd(unworthy.valueMicros), formatUsd(unworthy.feeMicros)]
      return await putOff(ctx, due, { reason: `Worth $${value}, with a fee of $${fee} now`, waitMs: LATER_MS })
    }
    const isAccepted = await acceptSweep(due, { chain, units })
    return isAccepted ? 'accepted' : await putOff(ctx, due, { reason: null, waitMs: SOON_MS })
  } catch (error) {
    const isPassing = isTransient(error) || (error instanceof ApiError && error.code === 'unavailable')
    if (isPassing || !(error instanceof ApiError)) recordWorkFault(error, 'the same wallet again')
    if (isPassing) return putOff(ctx, due, { reason: textOf(error), waitMs: SOON_MS })
    return fail(due, textOf(error))
  }
}

function textOf(error: unknown): string {
  if (error instanceof ApiError) return error.errors?.[0] ?? error.message
  return 'It could not be accepted'
}

/** Ends the check of a wallet with nothing to sweep, unless another check was requested meanwhile. */
async function leave({ db }: WorkerCtx, due: DueWallet): Promise<Outcome> {
  await db.delete(sweepWallets).where(and(isRow(due), eq(sweepWallets.asked, due.asked)))
  return 'nothing'
}

async function putOff(
  { db, now }: WorkerCtx,
  due: DueWallet,
  { reason, waitMs }: { reason: string | null; waitMs: number },
): Promise<Outcome> {
  const dueAt = new Date(now().getTime() + waitMs)
  await db.update(sweepWallets).set({ dueAt, reason, updatedAt: now() }).where(isRow(due))
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

/**
 * The movable balances of an asset by address, in base units at the latest block: without the platform's coins for gas,
 * and on Solana without the rent of the account. Null if the token did not answer. Throws RpcUnavailableError,
 * RpcError.
 */
async function readSpendable(
  ctx: WorkerCtx,
  chain: Chain,
  { tokenAddress, addresses }: { tokenAddress: string | null; addresses: readonly string[] },
): Promise<ReadonlyMap<string, bigint | null>> {
  const tokens = chain.tokens.filter(({ address }) => address === tokenAddress)
  const only = { ...chain, tokens }
  const isSolana = chain.chainType === 'SOLANA'
  const holdings = await (isSolana ? readSolanaHoldings : readEvmHoldings)(only, addresses)
  if (tokenAddress !== null)
    return new Map(addresses.map((address) => [address, holdings.ofAddress.get(address)?.[1] ?? null]))
  const platform = isSolana ? new Map<string, bigint>() : await readPlatformUnits(ctx, chain, holdings)
  const rent = isSolana ? await rentExemptLamports(chain, 0) : 0n
  return new Map(
    addresses.map((address) => {
      const held = holdings.ofAddress.get(address)?.[0] ?? null
      return [address, held === null ? null : held - (platform.get(address) ?? 0n) - rent]
    }),
  )
}
