import { and, eq, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { WorkerCtx } from '@/server/ctx'
import { callSigner } from '@/server/custody/remote/call-signer'
import { provenAnswer } from '@/server/custody/remote/wire'
import { verifySeeds } from '@/server/custody/verify-seeds'
import { holdsSeeds } from '@/server/separate-signer'

const KIND = 'seed_differs'

/**
 * Opens a random seed under each key-encryption key and compares its first address with the stored one; those with an
 * open alarm too. The alarm of one closes once it is right again. Returns how many are wrong.
 */
export async function checkSeeds(ctx: WorkerCtx): Promise<number> {
  const open = await ctx.db
    .select({ seedId: alarms.subject })
    .from(alarms)
    .where(and(eq(alarms.kind, KIND), isNull(alarms.closedAt)))
  const again = open.map(({ seedId }) => seedId)
  const proven = holdsSeeds()
    ? await verifySeeds(ctx, again)
    : provenAnswer.parse(await callSigner('proveSeeds', { again }))
  for (const { seedId, message } of proven) {
    const cause = { kind: KIND, chainId: null, subject: seedId } as const
    if (message === null) await closeAlarm(ctx.db, cause)
    else await raiseAlarm(ctx.db, { ...cause, message })
  }
  return proven.filter(({ message }) => message !== null).length
}
