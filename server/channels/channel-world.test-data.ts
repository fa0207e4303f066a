import { eq } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { AlarmKind } from '@/schemas/alarms/words'
import type { AddChannelInput } from '@/schemas/channels/contract'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { addChannel } from './add-channel'
import { listChannels } from './list-channels'
import { prepareChannel } from './prepare-channel'

export const WHO = anyOperator()
export const answer = (httpStatus: number | null, body = '') => ({
  httpStatus,
  error: httpStatus === 200 ? null : `The destination returned ${httpStatus}`,
  latencyMs: 1,
  responseExcerpt: body,
  retryAfter: undefined,
})

export const TERMS = { leastSeverity: 'warning', quietHours: null } as const
/** A channel of alarms from `warning` on; its id. */
export async function add(kind: AddChannelInput['kind'], target: string, name: string = kind): Promise<string> {
  const input = { ...TERMS, kind, target, name }
  const prepared = await prepareChannel(input)
  return (await inOperator(WHO, (ctx) => addChannel(ctx, { ...input, prepared }))).id
}
/** Alarms that open and close at the moment of a suite's clock. */
export function alarmsAt(at: () => Date) {
  return {
    async raise(subject: string, kind: AlarmKind = 'needs_operator') {
      const { db } = workerCtx()
      await raiseAlarm(db, { kind, chainId: null, subject, message: 'Operator action required' })
      await db.update(alarms).set({ openedAt: at() }).where(eq(alarms.subject, subject))
    },
    async close(subject: string, kind: AlarmKind = 'needs_operator') {
      const { db } = workerCtx()
      await closeAlarm(db, { kind, chainId: null, subject })
      await db.update(alarms).set({ closedAt: at() }).where(eq(alarms.subject, subject))
    },
  }
}

export const list = async () => (await inOperatorReading(WHO, listChannels)).items
