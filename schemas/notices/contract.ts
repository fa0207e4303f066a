import { z } from 'zod'
import { NOTICE_KINDS, type NoticeKind } from './words'

export type NoticeView = {
  id: string
  kind: NoticeKind
  title: string
  detail: string
  openedAt: string
  /** When its cause was gone; null while it stands. */
  closedAt: string | null
  /** Opened since the reader last looked. */
  isNew: boolean
}

/** Whether the reader is mailed a kind of notice of this project. */
export type NoticePreference = { kind: NoticeKind; isMailed: boolean }

export type NoticeCentre = {
  /** Open ones first, newest first; closed ones of the last thirty days. */
  items: NoticeView[]
  /** For kinds that are mailed; empty where the reader is no owner: only owners are mailed. */
  preferences: NoticePreference[]
}

export const setMailedInput = z.object({ kind: z.enum(NOTICE_KINDS), isMailed: z.boolean() })
export type SetMailedInput = z.output<typeof setMailedInput>
