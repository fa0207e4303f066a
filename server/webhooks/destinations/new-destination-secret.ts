import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/server/custody/secrets'
import { type DestinationKind, SECRET_PREFIX } from './destination-kinds'

/** `secret`: as it is shown once. `sealed`: its key, encrypted for storage. */
export type NewDestinationSecret = { id: string; secret: string; sealed: Uint8Array }

/** A new signing secret for the destination `id`. Call it before the transaction that stores it. */
export async function newDestinationSecret(kind: DestinationKind, id: string): Promise<NewDestinationSecret> {
  const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
  return { id, secret, sealed: await sealSecret(kind.secretUseOf(id), kind.keyOf(secret)) }
}
