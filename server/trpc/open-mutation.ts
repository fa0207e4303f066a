import superjson from 'superjson'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { acquireLocalLock } from '@/server/api/acquire-local-lock'
import {
  claimMutation,
  findMutation,
  type MutationClaim,
  type MutationRow,
  storeMutationAnswer,
} from '@/server/api/claim-mutation'
import { STORED_ANSWER_MS } from '@/server/api/prune-stored-answers'
import { ApiError } from '@/server/errors'
import { MESSAGES } from '@/server/refusals/messages'
import type { CallContext } from './call-context'
import { type MutationKey, mutationKeyOf } from './sealed-answer'

/** Mutations that need no key, and why doing them twice is doing them once. */
export const REPEATABLE: Record<string, string> = {
  'people.readLink': 'says what a one-time link is for and uses nothing up; no address may contain its token',
  'transactions.readShared': 'shows what a read-only link is of; no address may contain its token',
  'audit.verify': 'reads the chain and says what it found',
  'audit.verifyOfChain': 'reads the chain and says what it found; support may not write',
  'tokens.simulateMint': 'asks the chain what would come of it and opens nothing',
  'tokens.simulateBurn': 'asks the chain what would come of it and opens nothing',
  'tokens.simulateTransfer': 'asks the chain what would come of it and opens nothing',
}

type Call = {
  type: string
  path: string
  ctx: CallContext
  getRawInput: () => Promise<unknown>
}
type Owner = { businessId: string; projectId: string | null }
type Handle = { db: Database; now: () => Date }
type Result = { ok: boolean; data?: unknown }

type IdempotentMutation = {
  /** The digest of its key, and its owner; null for a query or a mutation that needs no key. */
  request: { operation: string; key: string } | null
  /** Around the transaction. */
  inTurn: <R>(work: () => Promise<R>) => Promise<R>
  /** Runs inside the transaction. */
  once: <R extends Result>(ctx: Handle, work: () => Promise<R>) => Promise<R>
  /** The earlier answer to the same call; null if the call never succeeded. */
  again: <R extends Result>(ctx: Handle) => Promise<R | null>
}

const ANY_TIMES: IdempotentMutation = {
  request: null,
  inTurn: (work) => work(),
  once: (_ctx, work) => work(),
  again: async () => null,
}

/**
 * Lets a mutation run at most once per key, which the client makes for each dialog it opens. The row of the key commits
 * with the effect or not at all. A repetition gets the first answer, under another input it is refused. A refusal
 * (throw) leaves the key free.
 */
export async function openMutation(call: Call, owner: Owner): Promise<IdempotentMutation> {
  if (call.type !== 'mutation' || Object.hasOwn(REPEATABLE, call.path)) return ANY_TIMES
  const { person, idempotencyKey } = call.ctx
  const key = await mutationKeyOf(requireKey(idempotencyKey), `${person?.id ?? 'visitor'} ${call.path}`)
  const fingerprint = key.fingerprint(superjson.serialize(await call.getRawInput()))
  const claim = {
    businessId: owner.businessId,
    projectId: owner.projectId,
    operation: call.path,
    key: key.digest,
    fingerprint,
  }
  return {
    request: { operation: claim.operation, key: claim.key },
    inTurn: async (work) => {
      const { release } = await acquireLocalLock(`${call.path} ${key.digest}`)
      return work().finally(release)
    },
    once: async (ctx, work) => {
      const earlier = await claimMutation(ctx, claim)
      if (earlier) return answerAgain(ctx, earlier, { claim, key })
      const result = await work()
      await storeMutationAnswer(ctx, claim, key.seal(superjson.stringify(result.data)))
      return result
    },
    again: async (ctx) => {
      const earlier = await findMutation(ctx.db, claim)
      return earlier ? answerAgain(ctx, earlier, { claim, key }) : null
    },
  }
}

function requireKey(key: string | null): string {
  if (key === null) throw new ApiError('invalid', MESSAGES.idempotencyKeyMissing)
  const parsed = z.uuid().safeParse(key)
  if (!parsed.success) throw new ApiError('invalid', MESSAGES.mutationKeyMalformed)
  return parsed.data
}

const keptAnswer = z.object({ sealed: z.string() })

function answerAgain<R extends Result>(
  ctx: Handle,
  row: MutationRow,
  { claim, key }: { claim: MutationClaim; key: MutationKey },
): R {
  if (row.fingerprint !== claim.fingerprint) throw new ApiError('conflict', MESSAGES.mutationChanged)
  const stored = keptAnswer.safeParse(row.responseBody).data
  const ageMs = ctx.now().getTime() - row.createdAt.getTime()
  if (!stored || ageMs > STORED_ANSWER_MS) throw new ApiError('conflict', MESSAGES.mutationDone)
  // what tRPC's own `next` answers, without running it
  return { ok: true, data: superjson.parse(key.open(stored.sealed)) } as R
}
