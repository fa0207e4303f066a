'use client'

import { useQuery } from '@tanstack/react-query'
import { actionsColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Time } from '@/components/ui/time'
import type { ProviderView } from '@/schemas/payments/providers/contract'
import { PROVIDER_TITLES } from '@/schemas/payments/providers/words'
import { PROVIDER_DISPLAYS } from './provider-displays'
import { SwitchProvider } from './switch-provider'

const REFRESH_MS = 15_000

const COLUMNS: readonly TableColumn<ProviderView>[] = [
  {
    id: 'name',
    header: 'Provider',
    cell: (row) => <span className="whitespace-nowrap font-medium">{PROVIDER_TITLES[row.name]}</span>,
    sortValue: (row) => row.name,
  },
  stateColumn((row) => row.state, PROVIDER_DISPLAYS),
  dateColumn((row) => row.lastOkAt, { id: 'ok', header: 'Last response', hideBelow: 'sm', fallback: 'Never' }),
  {
    id: 'failing',
    header: 'Failing since',
    hideBelow: 'md',
    cell: ({ failingSince, lastFailure }) =>
      failingSince ? (
        <span className="text-[0.8125rem]">
          <Time value={failingSince} /> <span className="text-muted-foreground">{lastFailure}</span>
        </span>
      ) : (
        '—'
      ),
  },
  {
    id: 'events',
    header: 'Pending events',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => (row.deadEvents ? `${row.waitingEvents}, ${row.deadEvents} failed` : row.waitingEvents),
  },
  // Without its keys it opens no account either way.
  actionsColumn((row) => row.state !== 'unconfigured' && <SwitchProvider provider={row} />),
]

/** The providers that open accounts, with their health. */
export function ProviderTable() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.listProviders.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <QueryTable label="Providers" columns={COLUMNS} query={query} rowKey={(row) => row.name} />
}
