import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { CAPABILITIES } from '@/db/capabilities'
import { newId } from '@/db/new-id'
import { sweepRules, sweeps, sweepWallets, wallets } from '@/db/schema'
import { requireCapability } from '@/server/api/authorize'
import type { Chain } from '@/server/chains/registry'
import { inTenant, inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { readGrantedAccess } from '@/server/projects/find-project-access'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { intentIdOf } from '@/server/transactions/intent-id'
import { type PreparedTransfer, prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { meterUses } from '@/server/usage/meter'
import type { DueWallet } from './find-due'

const CAPABILITY = 'wallet.transfer.create'
const TARGET_DEACTIVATED = 'The wallet to sweep to is deactivated: delete the rule and create one with another target'

type ProjectTenant = Tenant & { projectId: string }

/** The tenant and actor of a rule's sweeps. */
export function sweepTenantOf({ businessId, projectId }: Pick<DueWallet, 'businessId' | 'projectId'>): ProjectTenant {
  return { businessId, projectId, actor: { type: 'system', id: 'sweeps' }, requestId: newId() }
}

/** `judged`: the block whose balance was judged, and the units that were free there. */
type SweepTerms = { chain: Chain; units: bigint; judged: Judged }
type Judged = { block: bigint; freeUnits: bigint }

/**
 * Accepts a sweep of `units` like a transfer of a request: by plan, policies, balance and budget of its project. Claims
 * the wallet in the same database transaction, so that a crash leaves both or neither. False if another process, a
 * change of the rule or an open sweep of the wallet came first. Throws the errors of acceptance.
 */
export async function acceptSweep(due: DueWallet, { chain, units, judged }: SweepTerms): Promise<boolean> {
  const tenant = sweepTenantOf(due)
  const prepared = await prepareTransfer(tenant, {
    ...{ fromAddress: due.address, toAddress: due.toAddress, amount: formatAmount(units, due.decimals) },
    ...{ chainType: chain.chainType, chainId: chain.chainId, tokenAddress: due.tokenAddress ?? undefined },
    ...{ cNGN: false, waitForCompletion: false },
  })
  const giveBack = await takeTransfer(tenant)
  let isAccepted = false
  try {
    isAccepted = await inTenant(tenant, (ctx) =>
      acceptAndClaim({ ...ctx, projectId: tenant.projectId }, due, { prepared, judged }),
    )
    return isAccepted
  } catch (error) {
    if (error instanceof NotDueError) return false
    throw error
  } finally {
    if (!isAccepted) giveBack()
  }
}

/** Counts one transfer against the plan. Throws subscription_missing, capability_missing, quota_exceeded. */
async function takeTransfer(tenant: ProjectTenant): Promise<() => void> {
  const { businessId, projectId } = tenant
  const access = await inTenantReading(tenant, (ctx) => readGrantedAccess({ ...ctx, projectId }))
  requireCapability(access, CAPABILITY)
  const { productId } = CAPABILITIES[CAPABILITY]
  const plan = access.metered.get(productId)
  if (!plan) return () => {}
  return meterUses({ businessId, projectId, productId, plan, uses: { transfers: 1 }, now: new Date() })
}

/** Thrown to undo an acceptance: the wallet is not due any more. */
class NotDueError extends Error {}

async function acceptAndClaim(
  ctx: TenantCtx & { projectId: string },
  { businessId, ruleId, walletId, chainId, tokenAddress, trigger }: DueWallet,
  { prepared, judged }: { prepared: PreparedTransfer; judged: Judged },
): Promise<boolean> {
  const { db } = ctx
  const rule = and(eq(sweepRules.businessId, businessId), eq(sweepRules.id, ruleId), isNull(sweepRules.deletedAt))
  const [active] = await db
    .select({ targetWalletId: sweepRules.targetWalletId })
    .from(sweepRules)
    .where(and(rule, eq(sweepRules.status, 'ACTIVE')))
    .for('share')
  if (!active) return false
  await requireActiveTarget(ctx, active.targetWalletId)
  const key = JSON.stringify([walletId, chainId, tokenAddress])
  // A deleted rule and the one that replaces it may check a wallet at the same time.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sweep ${key}`}, 0))`)
  const [before] = await db
    .select({ n: count(), open: sql<number>`count(*) filter (where ${sweeps.state} = 'OPEN')::int` })
    .from(sweeps)
    .where(
      and(
        eq(sweeps.businessId, businessId),
        eq(sweeps.walletId, walletId),
        eq(sweeps.chainId, chainId),
        tokenAddress === null ? isNull(sweeps.tokenAddress) : eq(sweeps.tokenAddress, tokenAddress),
      ),
    )
  if (!before || before.open > 0) return false
  // The n-th sweep of a wallet and asset is one intent for every process.
  const intentId = await intentIdOf(ctx, { operation: 'sweep', key: `${key} ${before.n}` })
  const intent = transferIntent(prepared, { idempotencyKey: null, intentId })
  const { id: transactionId } = await acceptTransaction(ctx, { ...intent, type: 'SWEEP', sweep: { ruleId, trigger } })
  // Lock after the balance, in the same order as the end of a transaction.
  const [claimed] = await db
    .update(sweepWallets)
    .set({ state: 'OPEN', observedUnits: null, observedBlock: null, updatedAt: ctx.now() })
    .where(
      and(
        eq(sweepWallets.businessId, businessId),
        eq(sweepWallets.ruleId, ruleId),
        eq(sweepWallets.walletId, walletId),
        eq(sweepWallets.state, 'DUE'),
      ),
    )
    .returning()
  if (!claimed) throw new NotDueError()
  const at = ctx.now()
  const { block: judgedBlock, freeUnits } = judged
  const row = { businessId, ruleId, walletId, chainId, tokenAddress, transactionId, judgedBlock, freeUnits }
  await db.insert(sweeps).values({ ...row, createdAt: at })
  return true
}

/**
 * Requires an active target: a deactivated wallet cannot be activated again, and what it receives can be sent nowhere.
 * Throws failed. The lock makes a concurrent deactivation wait.
 */
async function requireActiveTarget({ db, businessId }: TenantCtx, walletId: string): Promise<void> {
  const isTarget = and(eq(wallets.businessId, businessId), eq(wallets.id, walletId), eq(wallets.isActive, true))
  const [target] = await db.select({ id: wallets.id }).from(wallets).where(isTarget).for('share')
  if (!target) throw refusal('wallet_deactivated', { message: TARGET_DEACTIVATED })
}
