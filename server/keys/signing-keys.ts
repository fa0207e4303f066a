import { desc, gt, isNull, or, sql } from 'drizzle-orm'
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8 } from 'jose'
import { newId } from '@/db/new-id'
import { oncePerProcess } from '@/db/once-per-process'
import { signingKeys } from '@/db/schema'
import { cached } from '@/server/changing-cache'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { sealSecret, unsealSecret } from '@/server/custody/secrets'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'

export const TOKEN_ALGORITHM = 'ES256'
export const TOKEN_LIFETIME_SECONDS = 600

const ROTATE_AFTER_MS = 30 * MS_PER_DAY
/** A new key is published this long before it signs, so that every reader of the JWKS knows it by then. */
const PUBLISH_AHEAD_MS = MS_PER_HOUR
/** The old key's last token, clock skew and caches, rounded up. */
const RETIRE_AFTER_MS = (TOKEN_LIFETIME_SECONDS + 300) * 1000
const SECOND_LOOK_MS = 1_000
const CREATE_LOCK = 7310420

type KeyRow = typeof signingKeys.$inferSelect

/** Keys whose tokens may still be valid, newest first: the content of the JWKS. */
export const publishedKeys = cached('signing-keys', async (_only: string): Promise<KeyRow[]> => listKeys(workerCtx()))

/** The key that signs now; the first token of an installation creates it. */
export async function currentSigningKey(): Promise<{ kid: string; privateKey: CryptoKey }> {
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
 * Once the newest key is older than 30 days, publishes the next one, which takes over in an hour, and dates the retirement of the
 * present ones. Returns the new key's id, or null when nothing was due. Needs a transaction.
 */
export async function rotateSigningKeysWhenDue(ctx: WorkerCtx): Promise<string | null> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${CREATE_LOCK})`)
  const now = ctx.now().getTime()
  const [newest] = await listKeys(ctx)
  if (!newest || now - newest.activeFrom.getTime() <= ROTATE_AFTER_MS) return null
  const activeFrom = new Date(now + PUBLISH_AHEAD_MS)
  await ctx.db
    .update(signingKeys)
    .set({ retiredAt: new Date(activeFrom.getTime() + RETIRE_AFTER_MS) })
    .where(isNull(signingKeys.retiredAt))
  return (await createKey(ctx, activeFrom)).kid
}

async function startSigning(): Promise<KeyRow> {
  const row = await inWorker(createFirstKey)
  publishedKeys.forget()
  return row
}

/** Another process may have made a key a moment ago, so an unknown id is worth one more look, at most once a second. */
async function findRow(kid: string): Promise<KeyRow | undefined> {
  const isWanted = (key: KeyRow) => key.kid === kid
  const known = (await publishedKeys('all')).find(isWanted)
  const look = oncePerProcess('signing-key-look', () => ({ at: 0 }))
  if (known || Date.now() - look.at < SECOND_LOOK_MS) return known
  look.at = Date.now()
  publishedKeys.forget()
  return (await publishedKeys('all')).find(isWanted)
}

async function createFirstKey(ctx: WorkerCtx): Promise<KeyRow> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${CREATE_LOCK})`)
  return signerAmong(await listKeys(ctx)) ?? createKey(ctx, ctx.now())
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

async function createKey(ctx: WorkerCtx, activeFrom: Date): Promise<KeyRow> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { extractable: true })
  const kid = newId()
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(publicKey)
  const plaintext = new TextEncoder().encode(await exportPKCS8(privateKey))
  const privateKeySealed = await sealSecret(signingKeyUse(kid), plaintext)
  plaintext.fill(0)
  const publicJwk = { kty, crv, x, y, kid, alg: TOKEN_ALGORITHM, use: 'sig' }
  const [row] = await ctx.db.insert(signingKeys).values({ kid, publicJwk, privateKeySealed, activeFrom }).returning()
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

/** What a signing key is sealed for. */
export function signingKeyUse(kid: string): { purpose: string; owner: string } {
  return { purpose: 'token-signing-key', owner: kid }
}

/** A key never changes under its id, so its imported form is kept for good. */
function remembered(name: string, make: () => Promise<CryptoKey>): Promise<CryptoKey> {
  const keys = oncePerProcess('imported-keys', () => new Map<string, Promise<CryptoKey>>())
  const known = keys.get(name)
  if (known) return known
  const made = make()
  keys.set(name, made)
  made.catch(() => keys.delete(name))
  return made
}

function asCryptoKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error('a signing key is never symmetric')
  return key
}
