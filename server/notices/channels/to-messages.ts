import type { NoticeChannelKind, NoticeKind } from '@/schemas/notices/words'
import { NOTICES } from '@/schemas/notices/words'
import { discordBody } from '@/server/channels/messages/discord'
import { slackBody } from '@/server/channels/messages/slack'
import type { NoticeText } from '@/server/channels/notice-text'
import { truncateText } from '@/server/channels/truncate-text'
import { env } from '@/server/env'
import type { MailBody } from '@/server/mail/queue-mails'

/** PagerDuty's limit of a summary. */
const MAX_SUMMARY = 1_024

/** A notice as channels get it: opened, or resolved where `closedAt` says when. */
export type ChannelNotice = {
  id: string
  projectId: string
  projectName: string
  kind: NoticeKind
  title: string
  detail: string
  openedAt: Date
  closedAt: Date | null
}

/** The message of a notice for a kind of channel, as a row of the outbox. */
export function toNoticeMessage(kind: NoticeChannelKind, notice: ChannelNotice): MailBody {
  const { projectId, projectName, title, detail, closedAt } = notice
  const { page, action } = NOTICES[notice.kind]
  const link = { label: action, url: `${env().BASE_URL}/projects/${projectId}/${page}` }
  const head = `${closedAt ? 'Resolved: ' : ''}${title} (${projectName})`
  const text = { head, parts: [{ title: head, lines: closedAt ? [] : [detail], runbook: null }], link }
  return bodyOf(kind, text, {
    isTest: false,
    json: { event: closedAt ? 'resolved' : 'opened', notice: { ...notice, url: link.url } },
    pagerDuty: {
      event_action: closedAt ? 'resolve' : 'trigger',
      dedup_key: `slipway:${new URL(env().BASE_URL).host}:notice:${notice.id}`,
      detail,
    },
  })
}

/** The message of a test. PagerDuty opens an incident of the lowest severity, which can be resolved manually. */
export function toTestMessage(
  kind: NoticeChannelKind,
  { projectId, projectName }: Pick<ChannelNotice, 'projectId' | 'projectName'>,
): MailBody {
  const head = `Test notification of ${projectName}`
  const link = { label: 'Notifications', url: `${env().BASE_URL}/projects/${projectId}/notifications` }
  const text = { head, parts: [{ title: head, lines: ['Nothing is wrong.'], runbook: null }], link }
  return bodyOf(kind, text, {
    isTest: true,
    json: { event: 'test', notice: null },
    pagerDuty: {
      event_action: 'trigger',
      dedup_key: `slipway:${new URL(env().BASE_URL).host}:test:${projectId}`,
      detail: '',
    },
  })
}

type Special = {
  isTest: boolean
  json: { event: 'opened' | 'resolved' | 'test'; notice: object | null }
  pagerDuty: { event_action: 'trigger' | 'resolve'; dedup_key: string; detail: string }
}

function bodyOf(kind: NoticeChannelKind, text: NoticeText, { isTest, json, pagerDuty }: Special): MailBody {
  const posted = (body: object): MailBody => ({
    kind: 'notice',
    subject: text.head,
    text: JSON.stringify(body),
    html: '',
  })
  switch (kind) {
    case 'slack':
      return posted(slackBody(text))
    case 'discord':
      return posted(discordBody(text))
    case 'webhook':
      return posted({ type: 'notice', isTest, ...json })
    case 'pagerduty':
    case 'pagerduty_eu': {
      const { detail, ...event } = pagerDuty
      if (event.event_action === 'resolve') return posted(event)
      const payload = {
        summary: truncateText(text.head, MAX_SUMMARY),
        source: new URL(env().BASE_URL).host,
        severity: isTest ? 'info' : 'warning',
        custom_details: { detail: truncateText(detail, MAX_SUMMARY) },
      }
      return posted({ ...event, client: 'Slipway', client_url: text.link.url, payload })
    }
    default:
      return kind satisfies never
  }
}
