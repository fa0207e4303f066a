import { z } from 'zod'
import { SEVERITIES, type Severity } from '@/schemas/alarms/words'
import { lineOfText } from '@/schemas/text/contract'
import type { Rows } from '@/server/paging'
import { CHANNEL_KINDS, type ChannelKind } from './words'

/** `failing`: the last message did not arrive. */
export type ChannelHealth = 'unused' | 'well' | 'failing' | 'off'

export type ChannelView = {
  id: string
  kind: ChannelKind
  name: string
  /** The email address, or the host of a URL; the last four characters of a key. */
  targetHint: string
  leastSeverity: Severity
  quietHours: QuietHours | null
  isActive: boolean
  health: ChannelHealth
  /** The error of the last message. */
  problem: string | null
  lastSentAt: string | null
  /** Messages that wait to be sent. */
  waiting: number
}
export type ChannelRows = Rows<ChannelView>

/** The result of a test alarm. */
export type ChannelTest = { problem: string | null }

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')

/** Wall times: they follow summer time. */
export const quietHours = z
  .object({
    from: timeOfDay,
    until: timeOfDay,
    timeZone: z.string().max(60).refine(isTimeZone, 'must be a time zone such as Africa/Lagos'),
  })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'must differ from the start' })
export type QuietHours = z.output<typeof quietHours>

export const channelRef = z.object({ channelId: z.uuid() })

/** The settings that can be changed later. The target cannot: add a new channel instead. */
const channelTerms = z.object({
  name: lineOfText.min(1, 'Enter a name').max(60),
  leastSeverity: z.enum(SEVERITIES),
  quietHours: quietHours.nullable(),
})
export const addChannelInput = channelTerms.extend({
  kind: z.enum(CHANNEL_KINDS),
  target: lineOfText.min(1, 'Enter where it sends to').max(2_048),
})
export type AddChannelInput = z.output<typeof addChannelInput>
export const updateChannelInput = channelRef.extend(channelTerms.shape)
export const setChannelActiveInput = channelRef.extend({ isActive: z.boolean() })

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}
