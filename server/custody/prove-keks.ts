import { randomBytes } from 'node:crypto'
import { eq, notInArray, sql } from 'drizzle-orm'
import { keyCanaries, walletSeeds } from '@/db/schema/wallets'
import { SECRET_CANARY } from '@/db/secret-proof'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { configuredKeks } from './configured-keks'
import { openEnvelope } from './envelope'
import type { KeyProblem } from './key-fault'
import { sealSecret, unsealSecret } from './secrets'
import { seedBinding } from './seed-binding'
import { tryKey } from './try-key'

/** A start that waits longer for its key service counts it as silent. */
const LIMIT_MS = 5_000
const LOCK = 7310418

/**
 * Whether the keys of CUSTODY_KEK open what this database holds; null where they do. Each key opens its canary, which went through the same
 * seals as a seed. A key without one is new: it gets its canary, unless something is sealed under a key that is not configured.
 */
export async function proveKeks(ctx: WorkerCtx, limitMs = LIMIT_MS): Promise<KeyProblem | null> {
  const { current, ids } = configuredKeks()
  const rows = (await ctx.db.select().from(keyCanaries)).filter(({ keyId }) => keyId !== SECRET_CANARY)
  const proven = await Promise.all(
    ids.map((id) => {
      const canary = rows.find(({ keyId }) => keyId === id)
      return tryKey({ keyId: id, limitMs }, () => (canary ? openCanary(canary) : openStoredSeed(ctx, id)))
    }),
  )
  const problem = proven.find((found) => found !== null)
  if (problem) return problem
  const strangers = rows.map(({ keyId }) => keyId).filter((keyId) => !ids.includes(keyId))
  if (rows.some(({ keyId }) => keyId === current.id)) return findNeeded(ctx, strangers)
  return (await findForeignSeed(ctx, ids)) ?? makeCanary(current.id, limitMs)
}

/** After a rotation whose former keys may leave CUSTODY_KEK: no start asks for them any more. */
export async function forgetFormerCanaries({ db }: WorkerCtx): Promise<void> {
  await db.delete(keyCanaries).where(notInArray(keyCanaries.keyId, [configuredKeks().current.id, SECRET_CANARY]))
}

const canaryUse = (keyId: string) => ({ purpose: 'canary', owner: keyId })

async function openCanary({ keyId, proof }: { keyId: string; proof: Uint8Array }): Promise<void> {
  const opened = await unsealSecret(canaryUse(keyId), proof)
  opened.fill(0)
}

/** A database from before there were canaries, or a former key: one of the seeds under it is opened. Without any there is nothing to prove. */
async function openStoredSeed({ db }: WorkerCtx, keyId: string): Promise<void> {
  const [row] = await db.select().from(walletSeeds).where(eq(walletSeeds.kekId, keyId)).limit(1)
  if (!row) return
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  const opened = await openEnvelope(envelope, seedBinding(row))
  opened.fill(0)
}

/** Seals before the transaction, because a key service must not be waited for in one. The lock lets one process decide which key is the first. */
async function makeCanary(keyId: string, limitMs: number): Promise<KeyProblem | null> {
  let proof: Uint8Array | null = null
  const problem = await tryKey({ keyId, limitMs }, async () => {
    proof = await sealSecret(canaryUse(keyId), randomBytes(32))
    await openCanary({ keyId, proof })
  })
  if (problem || !proof) return problem
  const sealed = proof
  return inWorker(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const { ids } = configuredKeks()
    const [stranger] = await db
      .select({ keyId: keyCanaries.keyId })
      .from(keyCanaries)
      .where(notInArray(keyCanaries.keyId, [...ids, SECRET_CANARY]))
      .limit(1)
    if (stranger) return missing(stranger.keyId)
    await db.insert(keyCanaries).values({ keyId, proof: sealed }).onConflictDoNothing()
    return null
  })
}

/** A key that has a canary and is not configured: a fault where seeds are still under it, else the end of a rotation. */
async function findNeeded({ db }: WorkerCtx, strangers: readonly string[]): Promise<KeyProblem | null> {
  for (const keyId of strangers) {
    const [row] = await db.select({ id: walletSeeds.id }).from(walletSeeds).where(eq(walletSeeds.kekId, keyId)).limit(1)
    if (row) return missing(keyId)
  }
  return null
}

async function findForeignSeed({ db }: WorkerCtx, ids: readonly string[]): Promise<KeyProblem | null> {
  const [row] = await db
    .select({ kekId: walletSeeds.kekId })
    .from(walletSeeds)
    .where(notInArray(walletSeeds.kekId, [...ids]))
    .limit(1)
  return row ? missing(row.kekId) : null
}

function missing(keyId: string): KeyProblem {
  return { fault: 'wrong_key', keyId, message: `CUSTODY_KEK lacks the key ${keyId}, which sealed what is stored here` }
}
