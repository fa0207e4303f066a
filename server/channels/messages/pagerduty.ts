import { createHash } from 'node:crypto'
import { ALARMS } from '@/schemas/alarms/words'
import type { Incident } from '@/server/channels/incidents-of'
import { type Links, nameOf } from '@/server/channels/notice-text'
import type { Notice } from '@/server/channels/plan-notice'
import { truncateText } from '@/server/channels/truncate-text'

const MAX_SUMMARY = 1_024
const MAX_DEDUP_KEY = 255
const MAX_DETAIL = 1_024
/** The limit of incidents that PagerDuty gets as one. */
const MAX_LISTED = 50

/** Events of PagerDuty's Events API v2, without the routing key, which only the request carries. */
export function pagerDutyEvents({ opened, resolved }: Notice, links: Links, source: string): object[] {
  const groups = new Map<string, Incident[]>()
  for (const incident of opened) groups.set(incident.dedupKey, [...(groups.get(incident.dedupKey) ?? []), incident])
  return [
    ...[...groups].map(([dedupKey, incidents]) => triggerOf(dedupKey, incidents, { links, source })),
    ...resolved.map((dedupKey) => ({ event_action: 'resolve', dedup_key: fitKey(dedupKey) })),
  ]
}

/** An event that opens and one that closes, to see whether they are taken. */
export function pagerDutyTest(dedupKey: string, source: string): object[] {
  const payload = { summary: 'Test alarm from Slipway', source, severity: 'info', class: 'test' }
  const event = { dedup_key: fitKey(dedupKey) }
  return [
    { ...event, event_action: 'trigger', client: 'Slipway', payload },
    { ...event, event_action: 'resolve' },
  ]
}

function triggerOf(
  dedupKey: string,
  incidents: readonly Incident[],
  { links, source }: { links: Links; source: string },
) {
  const [worst] = incidents
  if (!worst) throw new Error('no incident')
  const isOne = incidents.length === 1
  const summary = isOne
    ? `${nameOf(worst)}: ${worst.message}`
    : `${incidents.length} alarms open, first: ${nameOf(worst)}`
  const details = isOne
    ? {
        message: truncateText(worst.message, MAX_DETAIL),
        reason: worst.reason && truncateText(worst.reason, MAX_DETAIL),
      }
    : { alarms: incidents.slice(0, MAX_LISTED).map((incident) => truncateText(nameOf(incident), MAX_DETAIL)) }
  return {
    event_action: 'trigger',
    dedup_key: fitKey(dedupKey),
    client: 'Slipway',
    client_url: links.alarms,
    payload: {
      summary: truncateText(summary, MAX_SUMMARY),
      source,
      severity: ALARMS[worst.kind].severity,
      timestamp: worst.openedAt.toISOString(),
      component: worst.chainName ?? 'platform',
      class: worst.kind,
      custom_details: details,
    },
    links: [...new Set(incidents.map(({ kind }) => kind))]
      .slice(0, MAX_LISTED)
      .map((kind) => ({ href: links.runbook(kind), text: `Runbook: ${ALARMS[kind].name}` })),
  }
}

/** Shortens a key of any length; equal keys stay equal. */
function fitKey(key: string): string {
  if (key.length <= MAX_DEDUP_KEY) return key
  const digest = createHash('sha256').update(key).digest('hex')
  return `${key.slice(0, MAX_DEDUP_KEY - digest.length - 1)}:${digest}`
}
