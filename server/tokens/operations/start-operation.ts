import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { tokenPayouts, tokenWallets } from '@/db/schema'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import type { Claim } from '@/server/api/endpoint'
import { reply } from '@/server/api/endpoint'
import type { ProjectCtx, TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireProject } from '@/server/projects/require-project'
import { requireCompatible } from '@/server/tokens/payouts/require-compatible'
import type { NewWallet } from '@/server/tokens/plans/plan-wallets'
import { type RequestName, requestName } from '@/server/transactions/intent-id'
import { openOperation } from './open-operation'
import type { PayoutRow } from './plan'
import type { PreparedOperation } from './prepare-operation'

type Starting = PreparedOperation & {
  /** The wallets of a registration. */
  wallets?: readonly NewWallet[]
  /** The payout of a redemption. */
  payout?: PayoutRow
}

/**
 * Opens an operation and writes the other rows of its kind: wallets with the names that the business chose, or a
 * redemption with the figures of its day. A refused operation is recorded as FAILED and writes nothing else. Throws the
 * errors of `openOperation`.
 */
export async function startOperation(
  ctx: ProjectCtx,
  { wallets = [], payout, ...prepared }: Starting,
  name: RequestName,
): Promise<OperationView> {
  if (prepared.refusal) return openOperation(ctx, { ...prepared, payoutId: payout ? null : prepared.payoutId, ...name })
  const { token, kind } = prepared
  await requireCompatible(ctx, { token, kind, payout: payout ?? (await findPayout(ctx, prepared.payoutId)) })
  if (payout) await writeRedemption(ctx, payout)
  await storePaymentPrice(ctx, prepared)
  if (wallets.length > 0) await writeWallets(ctx, prepared.token.id, wallets)
  return openOperation(ctx, { ...prepared, ...name })
}

async function findPayout({ db, businessId }: ProjectCtx, id: string | null): Promise<PayoutRow | undefined> {
  if (id === null) return undefined
  const [payout] = await db
    .select()
    .from(tokenPayouts)
    .where(and(eq(tokenPayouts.businessId, businessId), eq(tokenPayouts.id, id)))
  return payout
}

/** Stores the price that the payments of a payout are valued at, until the first of them. */
async function storePaymentPrice(
  { db, businessId }: ProjectCtx,
  { payoutId, paymentPriceE8 = null }: Pick<PreparedOperation, 'payoutId' | 'paymentPriceE8'>,
): Promise<void> {
  if (payoutId === null || paymentPriceE8 === null) return
  await db
    .update(tokenPayouts)
    .set({ paymentPriceE8 })
    .where(and(eq(tokenPayouts.businessId, businessId), eq(tokenPayouts.id, payoutId), eq(tokenPayouts.paidUnits, 0n)))
}

/** Stores the figures of the newest attempt until the chain has recorded the redemption. */
async function writeRedemption({ db, businessId }: ProjectCtx, payout: PayoutRow): Promise<void> {
  const { id: _, createdAt: __, ...figures } = payout
  const [row] = await db
    .insert(tokenPayouts)
    .values({ ...payout, businessId })
    .onConflictDoUpdate({
      target: [tokenPayouts.tokenId, tokenPayouts.index],
      set: figures,
      setWhere: isNull(tokenPayouts.basisUnits),
    })
    .returning({ id: tokenPayouts.id })
  // Another request stored it while this one was being prepared.
  if (row && row.id !== payout.id) throw refusal('operation_open')
}

/**
 * Stores wallets to register. A wallet that is registered under another investor stays as it is, because the chain
 * refuses that line.
 */
async function writeWallets(
  { db, businessId, now }: ProjectCtx,
  tokenId: string,
  wallets: readonly NewWallet[],
): Promise<void> {
  const at = now()
  const rows = wallets.map((wallet) => ({ ...wallet, tokenId, businessId, createdAt: at, updatedAt: at }))
  await db
    .insert(tokenWallets)
    .values(rows)
    .onConflictDoUpdate({
      target: [tokenWallets.tokenId, tokenWallets.address],
      set: {
        investorId: sql`excluded.investor_id`,
        label: sql`excluded.label`,
        country: sql`excluded.country`,
        updatedAt: at,
      },
      setWhere: and(
        eq(tokenWallets.businessId, businessId),
        or(
          eq(tokenWallets.isRegistered, false),
          eq(tokenWallets.investorId, sql`excluded.investor_id`),
          and(isNull(tokenWallets.investorId), isNull(tokenWallets.investorKey)),
        ),
      ),
    })
}

type Call = {
  ctx: TenantCtx
  prepared: PreparedOperation & Pick<Parameters<typeof startOperation>[1], 'wallets' | 'payout'>
  claim: Claim | null
}

/** The reply of every operation: 202 with its record, or 422 with a FAILED record if the token refuses it. */
export async function answerOperation({ ctx, prepared, claim }: Call) {
  const operation = await startOperation(requireProject(ctx), prepared, await requestName(ctx, claim))
  const made = { resourceId: operation.operationRef }
  if (!prepared.refusal) return reply(202, 'Operation accepted', operation, made)
  return reply(422, prepared.refusal.error, operation, { ...made, code: prepared.refusal.code })
}
