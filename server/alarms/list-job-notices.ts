import { and, asc, inArray, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { JobNotice } from '@/schemas/alarms/contract'
import type { OperatorCtx } from '@/server/ctx'

/** The reasons why jobs may be stopped, oldest first. Every page of the operators shows them. */
export async function listJobNotices({ db }: OperatorCtx): Promise<JobNotice[]> {
  return db
    .select({ id: alarms.id, message: alarms.message })
    .from(alarms)
    .where(and(inArray(alarms.kind, ['jobs_not_registered', 'jobs_silent']), isNull(alarms.closedAt)))
    .orderBy(asc(alarms.openedAt))
}
