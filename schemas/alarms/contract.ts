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
  /** The transaction, if the subject is one. */
  transactionId: string | null
  message: string
  /** The reason why the work that the alarm is about waits, as of the last check while the alarm was open. */
  reason: string | null
  openedAt: string
  closedAt: string | null
}
/** An open alarm about the jobs. */
export type JobNotice = { id: string; message: string }
export type AlarmPage = Page<AlarmView>

/** Work of a worker that waits, and the reason. */
export type WorkFaultView = {
  id: string
  /** The work of the worker: `Reading deposits`. */
  title: string
  page: FaultPage
  chainId: number | null
  /** The chain or provider of the worker; null if there is only one worker of its kind. */
  of: string | null
  reason: string
  next: string
  since: string
  lastAt: string
  count: number
}
