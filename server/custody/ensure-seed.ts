import { randomBytes } from 'node:crypto'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { walletCounters, walletSeeds } from '@/db/schema/wallets'
import { env } from '@/server/env'
import { refusal } from '@/server/errors'
import { sealEnvelope } from './envelope'
import { mnemonicToSeed } from './mnemonic-to-seed'
import { seedBinding } from './seed-binding'
import { hasCopyOf } from './seed-copies'

/** Id of the business's seed, which is made on first use. Safe to call several times at once, outside transactions. */
export async function ensureSeed(ctx: { db: Database; businessId: string }): Promise<string> {
  const existing = (await findSeedId(ctx)) ?? (await findRestored(ctx))
  if (existing) return existing
  const identity = { id: newId(), businessId: ctx.businessId, version: 1 }
  const seed = await randomSeed()
  const envelope = await sealEnvelope(seed, seedBinding(identity)).finally(() => seed.fill(0))
  const row = {
    ...identity,
    seedSealed: envelope.sealed,
    dataKeyWrapped: envelope.dataKeyWrapped,
    kekId: envelope.kekId,
  }
  const [created] = await ctx.db
    .insert(walletSeeds)
    .values(row)
    .onConflictDoNothing({ target: [walletSeeds.businessId, walletSeeds.version] })
    .returning({ id: walletSeeds.id })
  const id = created?.id ?? (await findSeedId(ctx)) // someone else's insert won and has committed
  if (!id) throw new Error('the seed of this business was neither created nor found')
  return id
}

async function findSeedId(ctx: { db: Database; businessId: string }): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: walletSeeds.id })
    .from(walletSeeds)
    .where(eq(walletSeeds.businessId, ctx.businessId))
    .orderBy(desc(walletSeeds.version))
    .limit(1)
  return row?.id
}

/**
 * If the folder of copies has a seed of this business, or wallets of it are still to be added, the database is a backup
 * that lacks its seed: a second seed would hide the first.
 */
async function findRestored(ctx: { db: Database; businessId: string }): Promise<string | undefined> {
  const reason = (await hasCopy(ctx)) ? COPIED : (await hasLostWallets(ctx)) ? STARTED : null
  if (reason === null) return
  // Another process may have made it a moment ago.
  const id = await findSeedId(ctx)
  if (!id) throw refusal('key_service_unavailable', { cause: new Error(reason) })
  return id
}

async function hasCopy({ businessId }: { businessId: string }): Promise<boolean> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) return false
  return hasCopyOf(folder, businessId).catch((cause: unknown) => {
    throw refusal('key_service_unavailable', { cause })
  })
}

/** Its indices are skipped before its seed is stored, and a process may end in between. */
async function hasLostWallets({ db, businessId }: { db: Database; businessId: string }): Promise<boolean> {
  const isOf = and(eq(walletCounters.businessId, businessId), isNotNull(walletCounters.skippedFrom))
  const rows = await db.select({ businessId: walletCounters.businessId }).from(walletCounters).where(isOf).limit(1)
  return rows.length > 0
}

const RUN = 'run node dist/migrate.mjs --restore-seeds'
const COPIED = `SEED_COPY_DIR holds a seed of this business that the database lacks: ${RUN}`
const STARTED = `The seed of this business was being restored from SEED_COPY_DIR, and is missing: ${RUN} again`

/**
 * 256 bits of entropy through BIP-39, so that any standard wallet can hold the same keys if a seed is ever exported.
 */
async function randomSeed(): Promise<Uint8Array> {
  const entropy = randomBytes(32)
  const seed = await mnemonicToSeed(entropyToMnemonic(entropy, wordlist))
  entropy.fill(0)
  return seed
}
