import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { passkeys, recoveryCodes, totpSecrets } from '@/db/schema'
import type { FactorView, Person } from '@/schemas/people/contract'
import type { WorkerCtx } from '@/server/ctx'
import { toFactor, toPasskey } from '@/server/people/view'
import { isFactorRequired } from './require-fresh-proof'

/** The second factors of a person. */
export async function getFactor({ db }: Pick<WorkerCtx, 'db'>, person: Person): Promise<FactorView> {
  const [totp] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, person.id), isNotNull(totpSecrets.confirmedAt)))
  const unused = and(eq(recoveryCodes.userId, person.id), isNull(recoveryCodes.usedAt))
  const recoveryCodesLeft = await db.$count(recoveryCodes, unused)
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, person.id)).orderBy(asc(passkeys.id))
  const about = { passkeys: rows.map(toPasskey), recoveryCodesLeft, isRequired: isFactorRequired(person) }
  return toFactor(totp?.confirmedAt ?? null, about)
}
