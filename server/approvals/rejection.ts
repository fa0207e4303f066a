import { actorName } from '@/server/actor-name'
import type { ProjectCtx } from '@/server/ctx'

/** How a person rejects: the decision of an approval, and the error in the record of its transaction, which fails. */
export function rejection({ actor, requestId, now }: Pick<ProjectCtx, 'actor' | 'requestId' | 'now'>, note: string) {
  const decidedBy = actorName(actor)
  const by = actor.type === 'user' ? actor.name : decidedBy
  const error = note ? `Rejected by ${by}: ${note}` : `Rejected by ${by}`
  return { status: 'rejected', decidedBy, note: note || null, error, actor, requestId, now: now() } as const
}
