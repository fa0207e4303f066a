import type { ChannelKind } from '@/schemas/channels/words'
import { env } from '@/server/env'
import type { MailBody } from '@/server/mail/queue-mails'
import { discordBody } from './messages/discord'
import { alarmEmail } from './messages/email'
import { jsonBody, jsonTest } from './messages/json'
import { pagerDutyEvents, pagerDutyTest } from './messages/pagerduty'
import { slackBody } from './messages/slack'
import { type Links, type NoticeText, noticeText, testText } from './notice-text'
import type { Notice } from './plan-notice'

/** The public host of this installation. */
export function deploymentName(): string {
  return new URL(env().BASE_URL).host
}

/** The messages of a notice for a kind of channel, as rows of the outbox. */
export function toMessages(kind: ChannelKind, notice: Notice): MailBody[] {
  const links = linksOf()
  const text = noticeText(notice, links)
  return bodiesOf(kind, text, {
    events: () => pagerDutyEvents(notice, links, deploymentName()),
    json: () => jsonBody(notice, links),
  })
}

/** The messages of a test. */
export function toTestMessages(kind: ChannelKind, channelId: string): MailBody[] {
  return bodiesOf(kind, testText(linksOf()), {
    events: () => pagerDutyTest(`slipway:${deploymentName()}:test:${channelId}`, deploymentName()),
    json: jsonTest,
  })
}

type Special = { events: () => object[]; json: () => object }

function bodiesOf(kind: ChannelKind, text: NoticeText, { events, json }: Special): MailBody[] {
  const posted = (body: object) =>
    ({ kind: 'alarm', subject: text.head, text: JSON.stringify(body), html: '' }) as const
  switch (kind) {
    case 'mail':
      return [alarmEmail(text)]
    case 'slack':
      return [posted(slackBody(text))]
    case 'discord':
      return [posted(discordBody(text))]
    case 'webhook':
      return [posted(json())]
    case 'pagerduty':
    case 'pagerduty_eu':
      return events().map(posted)
    default:
      return kind satisfies never
  }
}

function linksOf(): Links {
  const { BASE_URL } = env()
  return { alarms: `${BASE_URL}/operator/alarms`, runbook: (kind) => `${BASE_URL}/docs/runbooks/${kind}` }
}
