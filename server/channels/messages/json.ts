import { ALARMS } from '@/schemas/alarms/words'
import type { Incident } from '@/server/channels/incidents-of'
import type { Links } from '@/server/channels/notice-text'
import type { Notice } from '@/server/channels/plan-notice'

const MAX_LISTED = 100

/** The body for a destination that a customer runs. `total` includes alarms beyond the hundred that are listed. */
export function jsonBody({ opened, closed, over, isDigest }: Notice, links: Links): object {
  const bodyOf = (incidents: readonly Incident[]) => ({
    total: incidents.length,
    items: incidents.slice(0, MAX_LISTED).map((incident) => toItem(incident, links)),
  })
  return { type: 'alarms', isTest: false, isDigest, opened: bodyOf(opened), closed: bodyOf(closed), over: bodyOf(over) }
}

/** The message of a test. */
export function jsonTest(): object {
  const none = { total: 0, items: [] }
  return { type: 'alarms', isTest: true, isDigest: false, opened: none, closed: none, over: none }
}

function toItem({ key, kind, chainId, subject, message, reason, openedAt, closedAt }: Incident, links: Links) {
  return {
    key,
    kind,
    name: ALARMS[kind].name,
    severity: ALARMS[kind].severity,
    chainId,
    subject,
    message,
    reason,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    runbookUrl: links.runbook(kind),
  }
}
