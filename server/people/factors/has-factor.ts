import { sql } from 'drizzle-orm'
import { passkeys, totpSecrets, users } from '@/db/schema'

/** SQL: whether the person of a row of `users` has a second factor, an authenticator app or a passkey. */
export const hasFactor = sql<boolean>`(exists (select from ${totpSecrets} where ${totpSecrets.userId} = ${users.id}
  and ${totpSecrets.confirmedAt} is not null)
  or exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}))`
