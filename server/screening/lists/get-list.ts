import type { ScreeningListView } from '@/schemas/screening/contract'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { toScreeningList } from '@/server/screening/view'
import { findListState } from './read-list'

/** The list that the platform reads, and when it last was; null where SCREENING_LIST is `none`. */
export async function getList(ctx: Pick<WorkerCtx, 'db'>): Promise<ScreeningListView | null> {
  const { SCREENING_LIST } = env()
  return SCREENING_LIST === 'none' ? null : toScreeningList(SCREENING_LIST, await findListState(ctx))
}
