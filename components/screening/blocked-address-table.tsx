'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Ban, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { toast } from '@/components/ui/toast'
import type { BlockedAddressView } from '@/schemas/screening/contract'
import { BlockAddresses } from './block-addresses'

type BlockedAddressTableProps = {
  /** Null: the platform's list. */
  projectId: string | null
  query: ListQuery<BlockedAddressView>
  address: string
  onSearch: (address: string) => void
  onPage: (page: number) => void
  disabledReason: string | null
}

const FROM_LIST = 'It comes from the screening list and can only be removed there'

/** The blocked addresses of one list, newest first. */
export function BlockedAddressTable(props: BlockedAddressTableProps) {
  const { projectId, query, address, onSearch, onPage, disabledReason } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const [leaving, setLeaving] = useState<BlockedAddressView | null>(null)
  const onSuccess = async () => {
    await client.invalidateQueries(trpc.screening.pathFilter())
    setLeaving(null)
    toast.success('Address unblocked')
  }
  const own = useServerMutation(trpc.screening.unblockAddress, { onSuccess })
  const ofAll = useServerMutation(trpc.screening.unblockAddressOfAll, { onSuccess })
  const unblock = ({ id: blockedAddressId }: BlockedAddressView) => {
    if (projectId === null) ofAll.mutate({ blockedAddressId })
    else own.mutate({ projectId, blockedAddressId })
  }
  const columns = useMemo(
    (): readonly TableColumn<BlockedAddressView>[] => [
      {
        id: 'address',
        header: 'Address',
        cell: (row) => (
          <span className="block py-1">
            <span className="flex flex-wrap items-center gap-2">
              <Address value={row.address} />
              {row.source === 'LIST' ? <Badge>List</Badge> : null}
            </span>
            <span className="block break-words text-[0.8125rem] text-muted-foreground list-sm:hidden">
              {row.reason}
            </span>
          </span>
        ),
      },
      { id: 'family', header: 'Chains', hideBelow: 'md', cell: (row) => (row.chainType === 'EVM' ? 'EVM' : 'Solana') },
      {
        id: 'reason',
        header: 'Reason',
        hideBelow: 'sm',
        cell: (row) => <span className="break-words">{row.reason}</span>,
      },
      dateColumn((row) => row.createdAt, { header: 'Blocked', hideBelow: 'md' }),
      actionsColumn((row) => (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Unblock ${row.address}`}
          disabledReason={disabledReason ?? (row.source === 'LIST' ? FROM_LIST : null)}
          onClick={() => setLeaving(row)}
        >
          <Trash2 aria-hidden />
        </Button>
      )),
    ],
    [disabledReason],
  )
  return (
    <>
      <FilterBar
        lead={
          <FilterSearch
            label="Search blocked addresses"
            placeholder="Address, or its first characters"
            value={address}
            onSearch={onSearch}
          />
        }
      />
      <QueryTable
        label="Blocked addresses"
        columns={columns}
        query={query}
        rowKey={(row) => row.id}
        onPage={onPage}
        onClear={address ? () => onSearch('') : undefined}
        empty={
          <EmptyState
            icon={<Ban aria-hidden />}
            title="No blocked addresses"
            action={<BlockAddresses projectId={projectId} disabledReason={disabledReason} />}
          >
            Nothing is sent to an address on this list. Deposits from it are credited and flagged.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Unblock ${leaving ? shortenMiddle(leaving.address) : 'this address'}?`}
        description="Transfers to it are accepted again immediately. Flagged deposits stay flagged."
        confirmLabel="Unblock address"
        mutation={projectId === null ? ofAll : own}
        onConfirm={() => leaving && unblock(leaving)}
      />
    </>
  )
}
