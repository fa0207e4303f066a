import { eq } from 'drizzle-orm'
import { keyCanaries } from '@/db/schema/wallets'
import { isProofOf, SECRET_CANARY, secretProof } from '@/db/secret-proof'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import type { KeyProblem } from './key-fault'

/** Whether SLIPWAY_SECRET is the one this database began with; null where it is. The first to ask writes it down. */
export async function proveSecret({ db }: WorkerCtx): Promise<KeyProblem | null> {
  const { SLIPWAY_SECRET } = env()
  const find = () => db.select().from(keyCanaries).where(eq(keyCanaries.keyId, SECRET_CANARY))
  let [row] = await find()
  if (!row) {
    const proof = secretProof(SLIPWAY_SECRET)
    await db.insert(keyCanaries).values({ keyId: SECRET_CANARY, proof }).onConflictDoNothing()
    ;[row] = await find()
  }
  return row && isProofOf(SLIPWAY_SECRET, row.proof) ? null : WRONG_SECRET
}

export const WRONG_SECRET: KeyProblem = {
  fault: 'wrong_key',
  keyId: SECRET_CANARY,
  message: 'SLIPWAY_SECRET is not the one this database was made with: API keys, sessions and sealed answers need it',
}
