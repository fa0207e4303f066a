import type { WorkerCtx } from '@/server/ctx'
import type { KeyProblem } from '@/server/custody/key-fault'
import { verifyKeks } from '@/server/custody/verify-keks'
import { verifySecret, WRONG_SECRET } from '@/server/custody/verify-secret'
import { holdsSeeds } from '@/server/separate-signer'
import { readSchemaVersion } from './read-schema-version'
import { verifySigner } from './signer-state'

/**
 * The result of a start's checks of its database and its keys. `note`: a message for operators although all is right.
 */
export type Verdict =
  | { state: 'right'; note: string | null }
  | { state: 'not_migrated'; message: string }
  | ({ state: 'key_problem' } & KeyProblem)

/**
 * Whether this process fits its database: schema, SLIPWAY_SECRET, CUSTODY_KEK, the signer. Throws if Postgres does
 * not answer.
 */
export function verifyInstallation(ctx: WorkerCtx): Promise<Verdict> {
  const proveAll = async () => (await verifyKeys(ctx)) ?? (holdsSeeds() ? null : verifySigner())
  return prove(ctx, { secret: 'SLIPWAY_SECRET', proveAll })
}

/** Proves the process that signs: schema, SIGNER_SECRET, SEED_KEK. */
export function verifySigning(ctx: WorkerCtx): Promise<Verdict> {
  return prove(ctx, { secret: 'SIGNER_SECRET', proveAll: () => verifyKeks(ctx, { secretKind: 'seeds' }) })
}

type Proofs = { secret: 'SLIPWAY_SECRET' | 'SIGNER_SECRET'; proveAll: () => Promise<KeyProblem | null> }

async function prove(ctx: WorkerCtx, { secret, proveAll }: Proofs): Promise<Verdict> {
  const schema = await readSchemaVersion(ctx).catch((error: unknown) => toVerdict(error, secret))
  if (schema.state === 'key_problem' || schema.state === 'not_migrated') return schema
  if (schema.state === 'older') return { state: 'not_migrated', message: schema.message }
  const problem = await proveAll()
  if (problem) return { state: 'key_problem', ...problem }
  return { state: 'right', note: schema.state === 'newer' ? schema.message : null }
}

/** Whether SLIPWAY_SECRET and CUSTODY_KEK are those of the database; null if they are. */
export async function verifyKeys(ctx: WorkerCtx): Promise<KeyProblem | null> {
  return (await verifySecret(ctx)) ?? (await verifyKeks(ctx))
}

/** Postgres checks the login of a role, whose password comes from SLIPWAY_SECRET. */
const WRONG_LOGIN = ['28P01', '28000']
/** There is no schema or no table, or this role may not read it: a migration of this version adds it. */
const NO_TABLE = ['3F000', '42P01', '42501']

function toVerdict(error: unknown, secret: Proofs['secret']): Verdict {
  const code = codeOf(error)
  if (WRONG_LOGIN.includes(code))
    return {
      state: 'key_problem',
      ...WRONG_SECRET,
      keyId: secret,
      message: `Postgres refuses the login that comes from the first of ${secret}: the secret is another one, or node dist/migrate.mjs has not run with it. In a rotation the former one stands first until it has`,
    }
  if (NO_TABLE.includes(code))
    return {
      state: 'not_migrated',
      message: 'The database has no schema of this version: run node dist/migrate.mjs first',
    }
  throw error
}

/** The error code of Postgres, even if the error was wrapped several times. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}
