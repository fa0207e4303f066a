import type { ScreeningListView } from '@/schemas/screening/contract'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { toScreeningList } from '@/server/screening/view'
import { listSourceOf } from './list-source'
import { findListState } from './read-list'

/** The list that the platform reads, and when it last was; null if SCREENING_LIST is `none`. */
export async function getList(ctx: Pick<WorkerCtx, 'db' | 'now'>): Promise<ScreeningListView | null> {
  const { SCREENING_LIST, SCREENING_LIST_COLUMN } = env()
  const source = listSourceOf(SCREENING_LIST, SCREENING_LIST_COLUMN)
  return source && toScreeningList(source.name, await findListState(ctx), ctx.now())
}
