import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { dateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { Card } from '@/components/ui/card'
import type { AccessToReview as Access } from '@/schemas/recovery/contract'

const KINDS = {
  key: 'API key',
  address: 'Allowed address',
  person: 'Person',
  passkey: 'Passkey',
  authenticator_app: 'Authenticator app',
  business: 'Active business',
  project: 'Active project',
  blocked_addresses: 'Blocked addresses',
} as const satisfies Record<Access['kind'], string>

/** Access and destinations that the restored database has active. Renders nothing if there are none. */
export function AccessToReview({ rows }: { rows: Access[] }) {
  if (rows.length === 0) return null
  return (
    <Card
      flush
      title="Access to review"
      description="Restored from the backup, most recently used first. Remove, suspend or block again whatever you changed after the backup."
    >
      <DataTable
        flush
        label="Access"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ kind, name, businessId, projectId }) => `${kind} ${name} ${projectId ?? businessId}`}
        instead={null}
        notice={null}
      />
    </Card>
  )
}

const COLUMNS: readonly TableColumn<Access>[] = [
  { id: 'kind', header: 'Kind', hideBelow: 'sm', cell: ({ kind }) => KINDS[kind] },
  { id: 'name', header: 'Access', cell: ({ name }) => name },
  {
    id: 'business',
    header: 'Business',
    cell: ({ businessId, businessName, projectId }) => (
      <AppLink className="underline underline-offset-4" href={pathOf(businessId, projectId)}>
        {businessName}
      </AppLink>
    ),
  },
  dateColumn(({ at }) => at, { id: 'at', header: 'Used or made', hideBelow: 'md' }),
]

function pathOf(businessId: string | null, projectId: string | null): string {
  if (businessId === null) return paths.people
  return projectId ? paths.operatorProject(businessId, projectId) : paths.business(businessId)
}
