import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { recoveryCodes, totpSecrets } from '@/db/schema'
import type { FactorView, Person } from '@/schemas/people/contract'
import type { WorkerCtx } from '@/server/ctx'
import { toFactor } from '@/server/people/view'
import { isFactorRequired } from './require-fresh'

/** What second factor the person has. */
export async function getFactor({ db }: Pick<WorkerCtx, 'db'>, person: Person): Promise<FactorView> {
  const [totp] = await db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, person.id), isNotNull(totpSecrets.confirmedAt)))
  const unused = and(eq(recoveryCodes.userId, person.id), isNull(recoveryCodes.usedAt))
  const recoveryCodesLeft = await db.$count(recoveryCodes, unused)
  return toFactor(totp?.confirmedAt ?? null, { recoveryCodesLeft, isRequired: isFactorRequired(person) })
}
