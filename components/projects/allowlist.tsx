'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Page } from '@/components/layout/page'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { toast } from '@/components/ui/toast'
import type { AllowlistEntryView } from '@/schemas/projects/contract'
import { AddAddress } from './add-address'
import { useRoleShortfall } from './use-role-shortfall'

/** The addresses that may call the API for this project. */
export function Allowlist({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [leaving, setLeaving] = useState<AllowlistEntryView | null>(null)
  const shortfall = useRoleShortfall(projectId, 'developer')
  const query = useQuery(trpc.projects.listAllowedIpAddresses.queryOptions({ projectId }))
  const remove = useServerMutation(trpc.projects.removeAllowedIpAddress, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.projects.listAllowedIpAddresses.pathFilter())
      setLeaving(null)
      toast.success('Address removed')
    },
  })
  const { items: entries, ownAddress } = query.data ?? { items: undefined, ownAddress: null }
  const columns = useMemo(
    (): readonly TableColumn<AllowlistEntryView>[] => [
      {
        id: 'ipAddress',
        header: 'Address',
        cell: (entry) => (
          <span className="inline-flex items-center gap-2 break-all font-mono text-[0.8125rem]">
            {entry.ipAddress}
            {entry.ipAddress === ownAddress ? <Badge tone="accent">Yours</Badge> : null}
          </span>
        ),
      },
      { id: 'label', header: 'Label', hideBelow: 'sm', cell: (entry) => entry.label || '—' },
      dateColumn((entry) => entry.createdAt, { header: 'Added', hideBelow: 'sm' }),
      actionsColumn((entry) => (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${entry.ipAddress}`}
          disabledReason={shortfall}
          onClick={() => setLeaving(entry)}
        >
          <Trash2 aria-hidden />
        </Button>
      )),
    ],
    [ownAddress, shortfall],
  )
  const isListed = Boolean(entries?.some((entry) => entry.ipAddress === ownAddress))
  const isLast = entries?.length === 1
  return (
    <Page
      title="IP allowlist"
      description="If this list has addresses, API calls from all other addresses are refused. If it is empty, all addresses are accepted."
      actions={
        <AddAddress projectId={projectId} ownAddress={ownAddress} isListed={isListed} isFirst={entries?.length === 0} />
      }
    >
      {ownAddress && entries && entries.length > 0 && !isListed ? (
        <Alert tone="warning" title="Your address is not on the list">
          You are at <span className="font-mono">{ownAddress}</span>. API calls from here are refused. This portal is
          not affected.
        </Alert>
      ) : null}
      <QueryTable
        label="Allowed addresses"
        columns={columns}
        query={query}
        rowKey={(entry) => entry.id}
        skeletonRows={2}
        empty={
          <EmptyState icon={<ShieldCheck aria-hidden />} title="Calls are accepted from all addresses">
            {ownAddress ? (
              <>
                Your current address is <span className="font-mono">{ownAddress}</span>. Add the addresses of your
                servers, so that a stolen key cannot be used elsewhere.
              </>
            ) : (
              'Add the addresses of your servers, so that a stolen key cannot be used elsewhere.'
            )}
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Remove ${leaving?.ipAddress ?? 'this address'}?`}
        description={
          isLast
            ? 'This is the last address. Calls are then accepted from all addresses.'
            : 'Calls from this address are refused within ten seconds.'
        }
        confirmLabel="Remove address"
        mutation={remove}
        onConfirm={() => leaving && remove.mutate({ projectId, entryId: leaving.id })}
      />
    </Page>
  )
}
