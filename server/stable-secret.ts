import { like } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { keyCanaries } from '@/db/schema/wallets'
import { findRoot, SECRET_CANARY, secretProof } from '@/db/secret-proof'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { deriveSecret, slipwaySecrets } from '@/server/env'
import { ApiError } from '@/server/errors'

type Ctx = Pick<WorkerCtx, 'db'>

const rootState = () => oncePerProcess('lasting-root', (): { root: string | null } => ({ root: null }))
/** The derived secrets, by root and purpose. Both are few. */
const derived = () => oncePerProcess('lasting-secrets', () => new Map<string, Buffer>())

/**
 * A secret for one purpose that survives changes of SLIPWAY_SECRET: for ids that outside systems keep (intents,
 * refunds), and for hashes that cannot be recomputed (audit, API keys). It is derived from the secret the database
 * began with, which each later secret can decrypt. Throws unavailable without one.
 */
export async function stableSecret(purpose: string): Promise<Buffer> {
  const state = rootState()
  state.root ??= await readRoot(workerCtx())
  if (state.root === null) throw new ApiError('unavailable', 'SLIPWAY_SECRET is not one of this database')
  const name = `${state.root} ${purpose}`
  const secret = derived().get(name) ?? deriveSecret(state.root, purpose)
  derived().set(name, secret)
  return secret
}

/** The first secret of the database; null if SLIPWAY_SECRET has none that it knows. The first caller stores its own. */
async function readRoot(ctx: Ctx): Promise<string | null> {
  const rows = await readSecretRows(ctx)
  const roots = slipwaySecrets().map((secret) => findRoot(rows, secret))
  return roots.find((root) => root !== null) ?? null
}

/** The key ids and proofs of the secrets that the database knows; never empty. */
export async function readSecretRows({ db }: Ctx): Promise<{ keyId: string; proof: Uint8Array }[]> {
  const { keyId, proof } = keyCanaries
  const find = () =>
    db
      .select({ keyId, proof })
      .from(keyCanaries)
      .where(like(keyId, `${SECRET_CANARY}%`))
  const rows = await find()
  if (rows.length > 0) return rows
  const first = { keyId: SECRET_CANARY, proof: secretProof(slipwaySecrets()[0]) }
  await db.insert(keyCanaries).values(first).onConflictDoNothing()
  return find()
}
