/** The kinds of channels that alarms can be sent to. PagerDuty keeps accounts of the EU on separate hosts. */
export const CHANNEL_KINDS = ['mail', 'slack', 'discord', 'pagerduty', 'pagerduty_eu', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** The name of each kind of channel, and the target that an operator enters for it. */
export const CHANNELS = {
  mail: { name: 'Email', target: 'Email address', example: 'oncall@example.com' },
  slack: { name: 'Slack', target: 'Webhook URL', example: 'https://hooks.slack.com/services/…' },
  discord: { name: 'Discord', target: 'Webhook URL', example: 'https://discord.com/api/webhooks/…' },
  pagerduty: { name: 'PagerDuty', target: 'Integration key', example: 'From an Events API v2 integration' },
  pagerduty_eu: { name: 'PagerDuty (EU)', target: 'Integration key', example: 'From an Events API v2 integration' },
  webhook: { name: 'JSON webhook', target: 'URL', example: 'https://example.com/alarms' },
} satisfies Record<ChannelKind, { name: string; target: string; example: string }>
