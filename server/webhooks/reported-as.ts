import { createHash } from 'node:crypto'

type Reported = { happening?: readonly string[] | null; source: string; kind: string; destinationId: string | null }

/**
 * The `webhook-id` of a message that describes its event: equal for equal events to one receiver, also where a restored
 * backup finds the event again. Null where only its row identifies it.
 */
export function reportedAs({ happening = null, source, kind, destinationId }: Reported): string | null {
  if (happening === null) return null
  const digest = createHash('sha256')
    .update(JSON.stringify([source, kind, destinationId, ...happening]))
    .digest('hex')
  // UUID version 8: its content is ours.
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`
}
