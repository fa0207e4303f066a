import { randomBytes } from 'node:crypto'
import { eq, inArray, notInArray, notLike, sql } from 'drizzle-orm'
import { keyCanaries, walletSeeds } from '@/db/schema/wallets'
import { SECRET_CANARY } from '@/db/secret-proof'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { configuredKeks, keyVariable, type SecretKind } from './configured-keks'
import { openEnvelope } from './envelope'
import type { KeyProblem } from './key-fault'
import { sealSecretUnder, unsealSecret } from './secrets'
import { seedBinding } from './seed-binding'
import { testKey } from './test-key'

/** A start that waits longer for its key service counts it as silent. */
const LIMIT_MS = 5_000
const LOCK = 7310418

type Options = { secretKind?: SecretKind; limitMs?: number }

/**
 * Whether the keys of CUSTODY_KEK (for seeds with a separate signer, those of SEED_KEK) open what this database holds;
 * null if they do. Each key has to open its canary, which was sealed as a seed is. A key without a canary is new. It
 * gets one where another key is known already, or nothing is sealed under a foreign key.
 */
export async function verifyKeks(
  ctx: Pick<WorkerCtx, 'db'>,
  { secretKind = 'secrets', limitMs = LIMIT_MS }: Options = {},
): Promise<KeyProblem | null> {
  const { ids } = configuredKeks(secretKind)
  const rows = await readCanaries(ctx, secretKind)
  const canaryOf = (id: string) => rows.find(({ keyId }) => keyId === id)
  const proven = await Promise.all(
    ids.map((keyId) => {
      const canary = canaryOf(keyId)
      return testKey({ keyId, limitMs, secretKind }, () =>
        canary ? openCanary(secretKind, canary) : openStoredSeed(ctx, keyId, secretKind),
      )
    }),
  )
  const problem = proven.find((found) => found !== null) ?? (await findMissingKek(ctx, { secretKind, ids, rows }))
  if (problem) return problem
  for (const keyId of ids.filter((id) => !canaryOf(id))) {
    const refused = await makeCanary({ secretKind, keyId, limitMs })
    if (refused) return refused
  }
  return null
}

type Canary = { keyId: string; proof: Uint8Array }

/** The prefix of the canary names of SEED_KEK: one key may be in both variables. */
const SEED_CANARY = 'SEED_KEK '
const prefixOf = (secretKind: SecretKind) => (keyVariable(secretKind) === 'SEED_KEK' ? SEED_CANARY : '')
/** Whether the rows of seeds are the business, and in the sight, of who proves these keys. */
const areOfSeeds = (secretKind: SecretKind) => secretKind === 'seeds' || keyVariable('seeds') === 'CUSTODY_KEK'

async function readCanaries({ db }: Pick<WorkerCtx, 'db'>, secretKind: SecretKind): Promise<Canary[]> {
  const prefix = prefixOf(secretKind)
  const rows = await db
    .select({ keyId: keyCanaries.keyId, proof: keyCanaries.proof })
    .from(keyCanaries)
    .where(notLike(keyCanaries.keyId, `${SECRET_CANARY}%`))
  return rows
    .filter(({ keyId }) => keyId.startsWith(SEED_CANARY) === (prefix !== ''))
    .map(({ keyId, proof }) => ({ keyId: keyId.slice(prefix.length), proof }))
}

type KekCheck = { secretKind: SecretKind; ids: readonly string[]; rows: readonly Canary[] }

/** A key that is needed and not configured. Where none of the configured ones is known, any key that sealed here is. */
async function findMissingKek(
  ctx: Pick<WorkerCtx, 'db'>,
  { secretKind, ids, rows }: KekCheck,
): Promise<KeyProblem | null> {
  if (rows.some(({ keyId }) => ids.includes(keyId))) return findNeeded(ctx, { secretKind, ids, rows })
  return missingKekOf({ secretKind, ids, rows }) ?? findForeignSeed(ctx, { secretKind, ids })
}

function unknownKeksOf({ ids, rows }: Omit<KekCheck, 'secretKind'>): string[] {
  return rows.map(({ keyId }) => keyId).filter((keyId) => !ids.includes(keyId))
}

/** The canary of an unknown key, if no configured key has one. */
function missingKekOf({ secretKind, ids, rows }: KekCheck): KeyProblem | null {
  const [unknown] = unknownKeksOf({ ids, rows })
  return unknown !== undefined && rows.every(({ keyId }) => !ids.includes(keyId))
    ? missingKek(secretKind, unknown)
    : null
}

const canaryUse = (secretKind: SecretKind, keyId: string) => ({
  purpose: keyVariable(secretKind) === 'SEED_KEK' ? 'seed-canary' : 'canary',
  owner: keyId,
})

async function openCanary(secretKind: SecretKind, { keyId, proof }: Canary): Promise<void> {
  const opened = await unsealSecret(canaryUse(secretKind, keyId), proof)
  opened.fill(0)
}

/**
 * A database from before there were canaries: one of the seeds under the key is opened. Without any there is nothing to
 * prove.
 */
async function openStoredSeed({ db }: Pick<WorkerCtx, 'db'>, keyId: string, secretKind: SecretKind): Promise<void> {
  if (!areOfSeeds(secretKind)) return
  const [row] = await db.select().from(walletSeeds).where(eq(walletSeeds.kekId, keyId)).limit(1)
  if (!row) return
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  const opened = await openEnvelope(envelope, seedBinding(row))
  opened.fill(0)
}

type NewCanary = { secretKind: SecretKind; keyId: string; limitMs: number }

/**
 * Seals before the transaction, because no transaction may wait for a key service. The lock lets one process decide
 * which key is the first.
 */
async function makeCanary({ secretKind, keyId, limitMs }: NewCanary): Promise<KeyProblem | null> {
  let sealed: Uint8Array | null = null
  const problem = await testKey({ keyId, limitMs, secretKind }, async () => {
    sealed = await sealSecretUnder(keyId, { use: canaryUse(secretKind, keyId), plaintext: randomBytes(32) })
    await openCanary(secretKind, { keyId, proof: sealed })
  })
  if (problem || !sealed) return problem
  const proof: Uint8Array = sealed
  return inWorker(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const { ids } = configuredKeks(secretKind)
    const found = missingKekOf({ secretKind, ids, rows: await readCanaries({ db }, secretKind) })
    if (found) return found
    await db
      .insert(keyCanaries)
      .values({ keyId: `${prefixOf(secretKind)}${keyId}`, proof })
      .onConflictDoNothing()
    return null
  })
}

/** A known key that is not configured: needed where seeds are still under it, else the end of a rotation. */
async function findNeeded(
  { db }: Pick<WorkerCtx, 'db'>,
  { secretKind, ...given }: KekCheck,
): Promise<KeyProblem | null> {
  const strangers = unknownKeksOf(given)
  if (strangers.length === 0 || !areOfSeeds(secretKind)) return null
  const [row] = await db
    .select({ kekId: walletSeeds.kekId })
    .from(walletSeeds)
    .where(inArray(walletSeeds.kekId, strangers))
    .limit(1)
  return row ? missingKek(secretKind, row.kekId) : null
}

async function findForeignSeed(
  { db }: Pick<WorkerCtx, 'db'>,
  { secretKind, ids }: Omit<KekCheck, 'rows'>,
): Promise<KeyProblem | null> {
  if (!areOfSeeds(secretKind)) return null
  const [row] = await db
    .select({ kekId: walletSeeds.kekId })
    .from(walletSeeds)
    .where(notInArray(walletSeeds.kekId, [...ids]))
    .limit(1)
  return row ? missingKek(secretKind, row.kekId) : null
}

function missingKek(secretKind: SecretKind, keyId: string): KeyProblem {
  const message = `${keyVariable(secretKind)} lacks the key ${keyId}, which sealed what is stored here`
  return { fault: 'wrong_key', keyId, message }
}
