import { desc, gt, isNull, or, sql } from 'drizzle-orm'
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8 } from 'jose'
import { newId } from '@/db/new-id'
import { oncePerProcess } from '@/db/once-per-process'
import { signingKeys } from '@/db/schema'
import { cached } from '@/server/changing-cache'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { sealSecret, unsealSecret } from '@/server/custody/secrets'
import { requireNoTransaction } from '@/server/database/network-guard'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'

export const TOKEN_ALGORITHM = 'ES256'
export const TOKEN_LIFETIME_SECONDS = 600

const ROTATE_AFTER_MS = 30 * MS_PER_DAY
/** A new key is published this long before it signs, so that every reader of the JWKS knows it by then. */
const PUBLISH_AHEAD_MS = MS_PER_HOUR
/** The lifetime of the old key's last token, plus clock skew and caches, rounded up. */
const RETIRE_AFTER_MS = (TOKEN_LIFETIME_SECONDS + 300) * 1000
const RECHECK_MS = 1_000
const CREATE_LOCK = 7310420

type KeyRow = typeof signingKeys.$inferSelect

/** Keys whose tokens may still be valid, newest first: the content of the JWKS. */
export const publishedKeys = cached('signing-keys', async (_only: string): Promise<KeyRow[]> => listKeys(workerCtx()))

export type SigningKey = { kid: string; privateKey: CryptoKey }

/** The key that signs now; the first token of an installation creates it. Called outside transactions. */
export async function currentSigningKey(): Promise<SigningKey> {
  requireNoTransaction('opening a signing key')
  const row = signerAmong(await publishedKeys('all')) ?? (await startSigning())
  return { kid: row.kid, privateKey: await privateKeyOf(row) }
}

/** The public half of a key by its id, or null for a key that is not published. */
export async function findPublicKey(kid: string): Promise<CryptoKey | null> {
  const row = await findRow(kid)
  if (!row) return null
  return remembered(`public ${kid}`, async () => asCryptoKey(await importJWK(row.publicJwk, TOKEN_ALGORITHM)))
}

/**
 * Once the newest key is older than 30 days, publishes the next one, which takes over in an hour, and dates the
 * retirement of the present ones. Returns the new key's id, or null when nothing was due. Called outside transactions.
 */
export async function rotateSigningKeysWhenDue(): Promise<string | null> {
  if (!isRotationDue(await listKeys(workerCtx()))) return null
  const key = await newKey()
  return inWorker(async (ctx) => {
    await lockKeys(ctx)
    if (!isRotationDue(await listKeys(ctx))) return null
    const activeFrom = new Date(ctx.now().getTime() + PUBLISH_AHEAD_MS)
    await ctx.db
      .update(signingKeys)
      .set({ retiredAt: new Date(activeFrom.getTime() + RETIRE_AFTER_MS) })
      .where(isNull(signingKeys.retiredAt))
    return (await storeKey(ctx, { ...key, activeFrom })).kid
  })
}

function isRotationDue([newest]: KeyRow[]): boolean {
  return newest !== undefined && Date.now() - newest.activeFrom.getTime() > ROTATE_AFTER_MS
}

/** If another process creates the first key at the same time, its key is used. */
async function startSigning(): Promise<KeyRow> {
  const key = await newKey()
  const row = await inWorker(async (ctx) => {
    await lockKeys(ctx)
    return signerAmong(await listKeys(ctx)) ?? storeKey(ctx, { ...key, activeFrom: ctx.now() })
  })
  publishedKeys.forget()
  return row
}

/** Only one process creates a key at a time, until the transaction ends. */
async function lockKeys({ db }: WorkerCtx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${CREATE_LOCK})`)
}

/** Another process may have just created a key, so the keys are read again for an unknown id, at most once a second. */
async function findRow(kid: string): Promise<KeyRow | undefined> {
  const hasId = (key: KeyRow) => key.kid === kid
  const known = (await publishedKeys('all')).find(hasId)
  const lastPoll = oncePerProcess('signing-key-look', () => ({ at: 0 }))
  if (known || Date.now() - lastPoll.at < RECHECK_MS) return known
  lastPoll.at = Date.now()
  publishedKeys.forget()
  return (await publishedKeys('all')).find(hasId)
}

function listKeys(ctx: WorkerCtx): Promise<KeyRow[]> {
  return ctx.db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, ctx.now())))
    .orderBy(desc(signingKeys.activeFrom))
}

function signerAmong(keys: KeyRow[]): KeyRow | undefined {
  return keys.find((key) => key.activeFrom.getTime() <= Date.now())
}

type NewKey = Pick<typeof signingKeys.$inferInsert, 'kid' | 'publicJwk' | 'privateKeySealed'>

/** Sealed before the transaction that stores it, because a transaction must not wait for a key service. */
async function newKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true })
  const kid = newId()
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(publicKey)
  const plaintext = new TextEncoder().encode(await exportPKCS8(privateKey))
  const privateKeySealed = await sealSecret(signingKeyUse(kid), plaintext)
  plaintext.fill(0)
  return { kid, publicJwk: { kty, crv, x, y, kid, alg: TOKEN_ALGORITHM, use: 'sig' }, privateKeySealed }
}

async function storeKey({ db }: WorkerCtx, key: NewKey & { activeFrom: Date }): Promise<KeyRow> {
  const [row] = await db.insert(signingKeys).values(key).returning()
  if (!row) throw new Error('the signing key was not written')
  return row
}

function privateKeyOf(row: KeyRow): Promise<CryptoKey> {
  return remembered(`private ${row.kid}`, async () => {
    const plaintext = await unsealSecret(signingKeyUse(row.kid), row.privateKeySealed)
    const key = await importPKCS8(new TextDecoder().decode(plaintext), TOKEN_ALGORITHM)
    plaintext.fill(0)
    return key
  })
}

/** The purpose and the owner that a signing key is sealed for. */
export function signingKeyUse(kid: string): { purpose: string; owner: string } {
  return { purpose: 'token-signing-key', owner: kid }
}

/** The key of an id never changes, so its imported form is cached without expiry. */
function remembered(name: string, make: () => Promise<CryptoKey>): Promise<CryptoKey> {
  const keys = oncePerProcess('imported-keys', () => new Map<string, Promise<CryptoKey>>())
  const cached = keys.get(name)
  if (cached) return cached
  const made = make()
  keys.set(name, made)
  made.catch(() => keys.delete(name))
  return made
}

function asCryptoKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error('a signing key is never symmetric')
  return key
}
