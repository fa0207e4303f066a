import { actorName } from '@/server/actor-name'
import type { ProjectCtx } from '@/server/ctx'

/** The decision of a rejected approval, and the error of its failed transaction. */
export function rejection({ actor, requestId, now }: Pick<ProjectCtx, 'actor' | 'requestId' | 'now'>, note: string) {
  const decidedBy = actorName(actor)
  const by = actor.type === 'user' ? actor.name : decidedBy
  const error = note ? `Rejected by ${by}: ${note}` : `Rejected by ${by}`
  return { status: 'rejected', decidedBy, note: note || null, error, actor, requestId, now: now() } as const
}
