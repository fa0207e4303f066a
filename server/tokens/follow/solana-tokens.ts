import { and, asc, eq, exists, inArray, isNull, ne } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { tokenOperations, tokenSteps, tokens } from '@/db/schema'
import { tokenOperationsDue, webhooksDue } from '@/inngest/events'
import { type Cursor, moveCursor } from '@/server/chains/cursor'
import type { PollResult } from '@/server/chains/follow/follow-in-turns'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { finishOperations } from '@/server/tokens/operations/finish-operations'
import type { TokenRow } from '@/server/tokens/operations/plan'
import { findLostOwners } from '@/server/tokens/solana/find-lost-owners'
import { findOwners } from '@/server/tokens/solana/find-owners'
import { type FoundPayment, findPayments } from '@/server/tokens/solana/find-payments'
import { type PastState, readPast } from '@/server/tokens/solana/read-past'
import { type OnChainToken, readTokenState } from '@/server/tokens/solana/read-token-state'
import { recordFoundPayments } from '@/server/tokens/solana/record-found-payments'
import { wake } from '@/server/waking/wake'
import { applyTokenState } from './apply-token-state'

/** Owners may move their tokens without us, so each token is read this often, and after each of our operations. */
const recentlyRead = () => lruPerProcess<true>('solana-token-looks', { max: 50_000, maxAgeMs: 60_000 })

/**
 * Reads a Solana cluster once. Every account of a token starts frozen and only its tokenAdmin thaws it, so only
 * accounts of known wallets can hold units. Reads them at a finalized slot, after each operation and every minute.
 * Throws RpcUnavailableError, RpcError, LeaseLostError; then nothing was stored.
 */
export async function followSolanaTokens(ctx: WorkerCtx, chain: Chain, cursor: Cursor): Promise<PollResult> {
  const known = await ctx.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.chainId, chain.chainId), ne(tokens.status, 'FAILED')))
    .orderBy(asc(tokens.createdAt), asc(tokens.id))
  if (known.length === 0) return { turn: 'idle', cursor }
  const busy = await findBusy(ctx, chain.chainId)
  const due = known.filter(({ id }) => busy.has(id) || !recentlyRead().has(id))
  let from = cursor
  for (const token of due) {
    const seen = await readToken(ctx, chain, token)
    // Nodes behind one URL may be at different slots, so a state older than the stored one is ignored.
    if (seen.slot < from.head) continue
    const past = seen.state && (await readPast(ctx.db, chain, { token, state: seen.state }))
    const found = await findPayments(ctx.db, chain, token)
    from = await store(chain, { token, seen, past, found, cursor: from })
    if (busy.has(token.id)) recentlyRead().delete(token.id)
    else recentlyRead().set(token.id, true)
  }
  return { turn: 'waiting', cursor: from }
}

async function readToken(ctx: WorkerCtx, chain: Chain, token: TokenRow): Promise<OnChainToken> {
  const owners = await findOwners(ctx.db, token)
  const seen = await readTokenState(chain, token, owners)
  const lost = await findLostOwners(ctx, chain, { token, seen, owners })
  return lost.length === 0 ? seen : readTokenState(chain, token, [...owners, ...lost])
}

/** Tokens with an operation whose effects are not read yet. */
async function findBusy({ db }: WorkerCtx, chainId: number): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ tokenId: tokenOperations.tokenId })
    .from(tokenOperations)
    .where(
      and(
        eq(tokenOperations.status, 'PENDING'),
        isNull(tokenOperations.nextAttemptAt),
        inArray(tokenOperations.tokenId, db.select({ id: tokens.id }).from(tokens).where(eq(tokens.chainId, chainId))),
        exists(
          db
            .select({ id: tokenSteps.id })
            .from(tokenSteps)
            .where(and(eq(tokenSteps.operationId, tokenOperations.id), inArray(tokenSteps.status, ['DONE', 'FAILED']))),
        ),
      ),
    )
  return new Set(rows.map(({ tokenId }) => tokenId))
}

type Storing = {
  token: TokenRow
  seen: OnChainToken
  past: readonly PastState[] | null
  found: readonly FoundPayment[]
  cursor: Cursor
}

/** Stores the read state, the ends of the token's operations and the cursor in one transaction. */
async function store(chain: Chain, { token, seen: { slot, state }, past, found, cursor }: Storing): Promise<Cursor> {
  const moved = { ...cursor, head: slot, hash: null, finalBlock: slot }
  const done = await inWorker(async ({ db, now }) => {
    // Without a mint, the deployment may have failed, so operations are still finished.
    if (state) await applyTokenState(db, { tokenId: token.id, state, past, now: now() })
    const recorded = await recordFoundPayments(db, { token, found, now: now() })
    const finished = await finishOperations(db, { chain, upTo: slot, now: now(), tokenId: token.id })
    const messages = recorded + finished.messages
    return { ...finished, messages, cursor: await moveCursor(db, moved, { from: cursor }) }
  })
  if (done.messages > 0) wake(webhooksDue, {})
  if (done.hasMore) wake(tokenOperationsDue, {})
  return done.cursor
}
