import { base58 } from '@scure/base'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, policies, projects, signatures, signingRequests, wallets } from '@/db/schema'
import { messageInput } from '@/schemas/messages/contract'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import type { WorkerCtx } from '@/server/ctx'
import { signSolanaMessage } from '@/server/custody/sign-solana-message'
import { notFound, refusal } from '@/server/errors'
import { addressesInMessage } from '@/server/messages/addresses-in-message'
import { requireAllowed } from '@/server/messages/judge-message'
import { readMessage } from '@/server/messages/read-message'
import { requireDomainChain } from '@/server/messages/require-domain-chain'
import { signedBytesOf, signReadMessage } from '@/server/messages/sign-read-message'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { limitsAnything } from '@/server/policies/limits-anything'
import type { PolicyRow } from '@/server/policies/view'
import { addressesInTransaction } from '@/server/screening/addresses-in-transaction'
import { requireUnblocked } from '@/server/screening/find-blocked'

/** A caller waits for the answer, so an older request is abandoned, or an attacker repeats it. */
const FRESH = sql.raw(`interval '1 minute'`)

type Ctx = Pick<WorkerCtx, 'db' | 'now'>
type Request = typeof signingRequests.$inferSelect

/**
 * Signs a stored Solana transaction that a caller wants to send itself. The wallet and its business must be active,
 * must not be the platform's, and no policy may apply. Records the signature. Throws not_found, failed (policy),
 * recovering, unavailable.
 */
export async function signRequest(ctx: Ctx, requestId: string): Promise<Uint8Array> {
  const { request, wallet } = await requireRequest(ctx, { requestId, kind: 'transaction' })
  if (wallet.chainType !== 'SOLANA') throw notFound('Wallet')
  if ((await findPolicies(ctx, request)).some(limitsAnything)) throw refusal('policy_unreadable')
  const { messageBytes, message } = decodeTransaction(request.serialized)
  if (!message.accountKeys.slice(0, message.requiredSignatures).includes(wallet.address))
    throw new Error(`request ${requestId} does not need a signature of its wallet, nothing was signed`)
  // The app read its lookup tables and the owners of token accounts: this process calls no chain.
  await requireUnblocked(ofRequest(ctx, request), addressesInTransaction(message))
  const { id: walletId, businessId, seedId, addressIndex, address } = wallet
  const key = { walletId, businessId, seedId, addressIndex, expectedAddress: address }
  const signature = await signSolanaMessage(ctx, key, messageBytes)
  await note(ctx, { request, address, text: base58.encode(signature) })
  return signature
}

/**
 * Signs a stored message of a caller. It parses and judges the message like the app. The wallet and its business must
 * be active and must not be the platform's. Records the signature. Throws invalid, not_found, failed (message, policy),
 * recovering, unavailable.
 */
export async function signMessageRequest(ctx: Ctx, requestId: string): Promise<Uint8Array> {
  const { request, wallet } = await requireRequest(ctx, { requestId, kind: 'message' })
  const message = readMessage(messageInput.parse(JSON.parse(Buffer.from(request.serialized).toString('utf8'))))
  if (message.chainType !== wallet.chainType) throw notFound('Wallet')
  const chain = await requireDomainChain(request, message)
  const policies = await findPolicies(ctx, request)
  requireAllowed({ message, address: wallet.address, chain, policies, now: ctx.now() })
  await requireUnblocked(ofRequest(ctx, request), addressesInMessage(message), 'typedData')
  const signing = { message, wallet, projectId: request.projectId }
  const signature = await signReadMessage({ ctx }, signing)
  const text =
    signedBytesOf(signing) === null ? `0x${Buffer.from(signature).toString('hex')}` : base58.encode(signature)
  await note(ctx, { request, address: wallet.address, text })
  return signature
}

function ofRequest({ db }: Ctx, { businessId }: Request) {
  return { db, businessId }
}

type Signed = { request: Request; address: string; text: string }

async function note({ db }: Ctx, { request, address, text }: Signed): Promise<void> {
  const { id: requestId, businessId, chainId } = request
  const noted = { businessId, requestId, chainId, address, reason: 'request' as const }
  await db.insert(signatures).values({ id: newId(), ...noted, txHash: text })
}

type RequestRef = { requestId: string; kind: Request['kind'] }

async function requireRequest({ db }: Ctx, { requestId, kind }: RequestRef) {
  const [found] = await db
    .select({ request: signingRequests, wallet: wallets, owner: businesses.status, project: projects.status })
    .from(signingRequests)
    .innerJoin(
      wallets,
      and(eq(wallets.id, signingRequests.walletId), eq(wallets.businessId, signingRequests.businessId)),
    )
    .innerJoin(businesses, eq(businesses.id, signingRequests.businessId))
    .leftJoin(projects, eq(projects.id, signingRequests.projectId))
    .where(
      and(
        eq(signingRequests.id, requestId),
        eq(signingRequests.kind, kind),
        sql`${signingRequests.createdAt} > now() - ${FRESH}`,
      ),
    )
  if (!found?.wallet.isActive) throw notFound('Wallet')
  if (found.wallet.businessId === PLATFORM_BUSINESS_ID) throw notFound('Wallet')
  if (found.owner !== 'active' || (found.project ?? 'active') !== 'active') throw notFound('Wallet')
  return found
}

/** The policies in force for the project of a request, with those of its business. */
function findPolicies({ db }: Ctx, { businessId, projectId }: Request): Promise<PolicyRow[]> {
  const ofProject = projectId === null ? undefined : eq(policies.projectId, projectId)
  return db
    .select()
    .from(policies)
    .where(
      and(eq(policies.businessId, businessId), eq(policies.isActive, true), or(isNull(policies.projectId), ofProject)),
    )
}
