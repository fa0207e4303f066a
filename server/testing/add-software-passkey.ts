import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { passkeys } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { AddPasskeyInput } from '@/schemas/people/passkeys'
import { inAccount, workerCtx } from '@/server/ctx'
import { findPerson } from '@/server/people/find-person'
import { addPasskey } from '@/server/people/passkeys/add-passkey'
import { beginPasskey } from '@/server/people/passkeys/begin-passkey'
import { first } from './first'
import { newSoftwarePasskey } from './software-passkey'

/** Gives a person who is signed in a passkey, as the account page does. */
export async function addSoftwarePasskey(sessionToken: string, { isCounting = false, name = 'Laptop' } = {}) {
  const person = await signedIn(sessionToken)
  const passkey = newSoftwarePasskey({ isCounting })
  const attestation = passkey.attest(await beginPasskey(workerCtx(), person))
  const who = { actor: { type: 'user', id: person.id, name: person.name }, requestId: newId() } as const
  const { recoveryCodes } = await inAccount(who, (account) => addPasskey(account, { person, name, attestation }))
  const added = await workerCtx()
    .db.select({ passkeyId: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.credentialId, passkey.id))
  return { passkey, recoveryCodes, ...first(added) }
}

/** The answer of a browser that adds a passkey. */
export async function newAttestation(sessionToken: string): Promise<AddPasskeyInput> {
  const options = await beginPasskey(workerCtx(), await signedIn(sessionToken))
  return { name: 'Laptop', attestation: newSoftwarePasskey().attest(options) }
}

async function signedIn(sessionToken: string): Promise<Person> {
  const person = await findPerson(workerCtx(), sessionToken)
  if (!person) throw new Error('nobody is signed in')
  return person
}
