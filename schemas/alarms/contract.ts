import { z } from 'zod'
import { type Page, pageNumber } from '@/server/paging'
import type { AlarmKind, FaultPage } from './words'

export const alarmFilter = z.object({
  state: z.enum(['open', 'closed']),
  page: pageNumber,
})
export type AlarmFilter = z.output<typeof alarmFilter>

export type AlarmView = {
  id: string
  kind: AlarmKind
  chainId: number | null
  chainName: string | null
  /** An address, an endpoint's label or a transaction id. */
  subject: string
  /** Where the subject is a transaction. */
  transactionId: string | null
  message: string
  /** What the work it is about waits for, as of the last look while it was open. */
  reason: string | null
  openedAt: string
  closedAt: string | null
}
/** An open alarm about the jobs. */
export type JobNotice = { id: string; message: string }
export type AlarmPage = Page<AlarmView>

/** What a pump waits for. */
export type WorkFaultView = {
  id: string
  /** What it does: `Reading deposits`. */
  title: string
  page: FaultPage
  chainId: number | null
  /** A chain, a provider; null where there is one of its kind. */
  of: string | null
  reason: string
  next: string
  since: string
  lastAt: string
  count: number
}
