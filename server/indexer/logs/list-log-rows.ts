import type { ListIndexerLogsInput, LogRow } from '@/schemas/indexer/logs/contract'
import type { Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import type { Listed } from '@/server/paging'
import { findResent } from '@/server/webhooks/find-resent'
import { listIndexerLogs } from './list-indexer-logs'

/** The project's attempts to deliver events, newest first, with the reason of each resend. */
export async function listLogRows(
  ctx: TenantCtx & Scoped & { projectId: string },
  input: ListIndexerLogsInput,
): Promise<Listed<LogRow>> {
  const { items, ...page } = await listIndexerLogs(ctx, input)
  const again = items.filter(({ isReplay }) => isReplay).map(({ id }) => id)
  const resent = await findResent(ctx, again)
  const because = ({ id, isReplay }: (typeof items)[number]) => (resent.has(id) ? 'resend' : isReplay ? 'replay' : null)
  return { ...page, items: items.map((log) => ({ ...log, sentAgainBy: because(log) })) }
}
