import { base58 } from '@scure/base'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, policies, projects, signatures, signingRequests, wallets } from '@/db/schema'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import type { WorkerCtx } from '@/server/ctx'
import { signSolanaMessage } from '@/server/custody/sign-solana-message'
import { notFound, refusal } from '@/server/errors'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { limitsAnything } from '@/server/policies/limits-anything'

/** A caller waits for it: an older one was left over, or is asked for by a thief. */
const FRESH = sql.raw(`interval '1 minute'`)

/**
 * Signs a Solana transaction that a caller wants to send itself, as its row holds it: for an active wallet of an active
 * business, never of the platform, and only where no policy limits anything. Notes the signature. Throws not_found,
 * failed (policy), recovering, unavailable.
 */
export async function signRequest(ctx: Pick<WorkerCtx, 'db'>, requestId: string): Promise<Uint8Array> {
  const { request, wallet } = await requireRequest(ctx, requestId)
  if (await isRestricted(ctx, request)) throw refusal('policy_unreadable')
  const { messageBytes, message } = decodeTransaction(request.serialized)
  if (!message.accountKeys.slice(0, message.requiredSignatures).includes(wallet.address))
    throw new Error(`request ${requestId} does not ask for a signature of its wallet, nothing was signed`)
  const { id: walletId, businessId, seedId, addressIndex, address } = wallet
  const key = { walletId, businessId, seedId, addressIndex, expectedAddress: address }
  const signature = await signSolanaMessage(ctx, key, messageBytes)
  const noted = { businessId, requestId, chainId: request.chainId, address, reason: 'request' as const }
  await ctx.db.insert(signatures).values({ id: newId(), ...noted, txHash: base58.encode(signature) })
  return signature
}

async function requireRequest({ db }: Pick<WorkerCtx, 'db'>, requestId: string) {
  const [found] = await db
    .select({ request: signingRequests, wallet: wallets, owner: businesses.status, project: projects.status })
    .from(signingRequests)
    .innerJoin(
      wallets,
      and(eq(wallets.id, signingRequests.walletId), eq(wallets.businessId, signingRequests.businessId)),
    )
    .innerJoin(businesses, eq(businesses.id, signingRequests.businessId))
    .leftJoin(projects, eq(projects.id, signingRequests.projectId))
    .where(and(eq(signingRequests.id, requestId), sql`${signingRequests.createdAt} > now() - ${FRESH}`))
  if (!found?.wallet.isActive || found.wallet.chainType !== 'SOLANA') throw notFound('Wallet')
  if (found.wallet.businessId === PLATFORM_BUSINESS_ID) throw notFound('Wallet')
  if (found.owner !== 'active' || (found.project ?? 'active') !== 'active') throw notFound('Wallet')
  return found
}

async function isRestricted(
  { db }: Pick<WorkerCtx, 'db'>,
  { businessId, projectId }: typeof signingRequests.$inferSelect,
): Promise<boolean> {
  const ofProject = projectId === null ? undefined : eq(policies.projectId, projectId)
  const active = await db
    .select()
    .from(policies)
    .where(
      and(eq(policies.businessId, businessId), eq(policies.isActive, true), or(isNull(policies.projectId), ofProject)),
    )
  return active.some(limitsAnything)
}
