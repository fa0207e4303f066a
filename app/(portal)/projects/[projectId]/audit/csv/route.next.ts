import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { auditFilter, toAuditInput } from '@/components/audit/audit-filter'
import type { AuditEntryView } from '@/schemas/audit/contract'

const loadFilter = createLoader(auditFilter)

/** The entries of the audit log that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toAuditInput(filter)
    return {
      name: 'audit.csv',
      columns: ['No.', 'Time (UTC)', 'Action', 'Actor', 'Target', 'Detail'],
      toCells: (row: AuditEntryView) => [
        ...[String(row.seq), row.createdAt, row.action, row.actor, row.target, JSON.stringify(row.detail)],
      ],
      read: (after) => api.audit.listAfter({ projectId, ...input, after }),
    }
  })
}
