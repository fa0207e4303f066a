import { randomBytes } from 'node:crypto'
import { eq, inArray, notInArray, notLike, sql } from 'drizzle-orm'
import { keyCanaries, walletSeeds } from '@/db/schema/wallets'
import { SECRET_CANARY } from '@/db/secret-proof'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { configuredKeks } from './configured-keks'
import { openEnvelope } from './envelope'
import type { KeyProblem } from './key-fault'
import { sealSecretUnder, unsealSecret } from './secrets'
import { seedBinding } from './seed-binding'
import { tryKey } from './try-key'

/** A start that waits longer for its key service counts it as silent. */
const LIMIT_MS = 5_000
const LOCK = 7310418

/**
 * Whether the keys of CUSTODY_KEK open what this database holds; null where they do. Each key opens its canary, which went through the same
 * seals as a seed. A key without one is new and gets one, where another key is known already or nothing is sealed under a foreign one.
 */
export async function proveKeks(ctx: WorkerCtx, limitMs = LIMIT_MS): Promise<KeyProblem | null> {
  const { ids } = configuredKeks()
  const rows = await readCanaries(ctx)
  const canaryOf = (id: string) => rows.find(({ keyId }) => keyId === id)
  const proven = await Promise.all(
    ids.map((keyId) => {
      const canary = canaryOf(keyId)
      return tryKey({ keyId, limitMs }, () => (canary ? openCanary(canary) : openStoredSeed(ctx, keyId)))
    }),
  )
  const problem = proven.find((found) => found !== null) ?? (await findLacking(ctx, { ids, rows }))
  if (problem) return problem
  for (const keyId of ids.filter((id) => !canaryOf(id))) {
    const refused = await makeCanary(keyId, limitMs)
    if (refused) return refused
  }
  return null
}

type Canary = { keyId: string; proof: Uint8Array }

async function readCanaries({ db }: Pick<WorkerCtx, 'db'>): Promise<Canary[]> {
  const { keyId, proof } = keyCanaries
  return db
    .select({ keyId, proof })
    .from(keyCanaries)
    .where(notLike(keyId, `${SECRET_CANARY}%`))
}

/** A key that is needed and not configured. Where none of the configured ones is known, any key that sealed here is. */
async function findLacking(
  ctx: WorkerCtx,
  { ids, rows }: { ids: readonly string[]; rows: readonly Canary[] },
): Promise<KeyProblem | null> {
  if (rows.some(({ keyId }) => ids.includes(keyId))) return findNeeded(ctx, strangersOf(ids, rows))
  return lackingAt(ids, rows) ?? findForeignSeed(ctx, ids)
}

function strangersOf(ids: readonly string[], rows: readonly Canary[]): string[] {
  return rows.map(({ keyId }) => keyId).filter((keyId) => !ids.includes(keyId))
}

/** The canary of a foreign key, where there is none of a configured one. */
function lackingAt(ids: readonly string[], rows: readonly Canary[]): KeyProblem | null {
  const [stranger] = strangersOf(ids, rows)
  return stranger !== undefined && rows.every(({ keyId }) => !ids.includes(keyId)) ? lacking(stranger) : null
}

const canaryUse = (keyId: string) => ({ purpose: 'canary', owner: keyId })

async function openCanary({ keyId, proof }: Canary): Promise<void> {
  const opened = await unsealSecret(canaryUse(keyId), proof)
  opened.fill(0)
}

/** A database from before there were canaries: one of the seeds under the key is opened. Without any there is nothing to prove. */
async function openStoredSeed({ db }: WorkerCtx, keyId: string): Promise<void> {
  const [row] = await db.select().from(walletSeeds).where(eq(walletSeeds.kekId, keyId)).limit(1)
  if (!row) return
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  const opened = await openEnvelope(envelope, seedBinding(row))
  opened.fill(0)
}

/** Seals before the transaction, because a key service must not be waited for in one. The lock lets one process decide which key is the first. */
async function makeCanary(keyId: string, limitMs: number): Promise<KeyProblem | null> {
  let sealed: Uint8Array | null = null
  const problem = await tryKey({ keyId, limitMs }, async () => {
    sealed = await sealSecretUnder(keyId, { use: canaryUse(keyId), plaintext: randomBytes(32) })
    await openCanary({ keyId, proof: sealed })
  })
  if (problem || !sealed) return problem
  const proof: Uint8Array = sealed
  return inWorker(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const found = lackingAt(configuredKeks().ids, await readCanaries({ db }))
    if (found) return found
    await db.insert(keyCanaries).values({ keyId, proof }).onConflictDoNothing()
    return null
  })
}

/** A known key that is not configured: needed where seeds are still under it, else the end of a rotation. */
async function findNeeded({ db }: WorkerCtx, strangers: readonly string[]): Promise<KeyProblem | null> {
  if (strangers.length === 0) return null
  const [row] = await db
    .select({ kekId: walletSeeds.kekId })
    .from(walletSeeds)
    .where(inArray(walletSeeds.kekId, [...strangers]))
    .limit(1)
  return row ? lacking(row.kekId) : null
}

async function findForeignSeed({ db }: WorkerCtx, ids: readonly string[]): Promise<KeyProblem | null> {
  const [row] = await db
    .select({ kekId: walletSeeds.kekId })
    .from(walletSeeds)
    .where(notInArray(walletSeeds.kekId, [...ids]))
    .limit(1)
  return row ? lacking(row.kekId) : null
}

function lacking(keyId: string): KeyProblem {
  return { fault: 'wrong_key', keyId, message: `CUSTODY_KEK lacks the key ${keyId}, which sealed what is stored here` }
}
