import { z } from 'zod'
import { addChannelInput, type ChannelHealth } from '@/schemas/channels/contract'
import {
  MAILINGS,
  type Mailing,
  NOTICE_CHANNEL_KINDS,
  NOTICE_KINDS,
  type NoticeChannelKind,
  type NoticeKind,
} from './words'

export type NoticeView = {
  id: string
  kind: NoticeKind
  title: string
  detail: string
  openedAt: string
  /** When its cause ended; null while it lasts. */
  closedAt: string | null
  /** Opened since the reader last viewed the list. */
  isNew: boolean
}

/** A reader's choice of emails for a kind of notice of this project. */
export type NoticePreference = { kind: NoticeKind; mailing: Mailing }

export type NoticeCentre = {
  /** Open ones first, newest first; closed ones of the last thirty days. */
  items: NoticeView[]
  /** For kinds that are emailed. */
  preferences: NoticePreference[]
}

export const setMailedInput = z.object({ kind: z.enum(NOTICE_KINDS), mailing: z.enum(MAILINGS) })
export type SetMailedInput = z.output<typeof setMailedInput>

/** A channel of a project. */
export type NoticeChannelView = {
  id: string
  kind: NoticeChannelKind
  name: string
  /** The host of a URL, or the last four characters of a key. */
  targetHint: string
  isActive: boolean
  health: ChannelHealth
  /** The error of the last message. */
  problem: string | null
  lastSentAt: string | null
}

const { name, target } = addChannelInput.shape
export const addNoticeChannelInput = z.object({ kind: z.enum(NOTICE_CHANNEL_KINDS), name, target })
export type AddNoticeChannelInput = z.output<typeof addNoticeChannelInput>
export const noticeChannelRef = z.object({ channelId: z.uuid() })
export const setNoticeChannelActiveInput = noticeChannelRef.extend({ isActive: z.boolean() })
