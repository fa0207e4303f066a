'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { ExportFacts } from './export-facts'

const confirm = lazyPart(() => import('./confirm-export-form'))
const take = lazyPart(() => import('./take-export-form'))

/** The export of the business's wallet seed, for its owners. Renders nothing if there never was one. */
export function OwnSeedExport({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [isStopping, setStopping] = useState(false)
  const notOwner = useRoleShortfall(projectId, 'owner', { whileSuspended: true })
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { data: view } = useQuery(trpc.seedExports.get.queryOptions({ projectId }, { enabled: notOwner === null }))
  const stop = useServerMutation(trpc.seedExports.stop, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.seedExports.pathFilter())
      setStopping(false)
      toast.success('Export stopped')
    },
  })
  if (notOwner !== null || !view) return null
  const notReceiver = shortfall ?? (!view.isOwn && `Only ${view.ownerName} can do this`)
  return (
    <Card
      title="Wallet seed export"
      description="Two operators approved the export of the seed that controls every wallet of your business."
      actions={
        view.endedAt !== null ? null : (
          <>
            <Button onClick={() => setStopping(true)}>Stop export</Button>
            {view.state === 'APPROVED' ? (
              <LazyDialog
                part={confirm}
                trigger={
                  <Button variant="primary" disabledReason={notReceiver}>
                    Name your key
                  </Button>
                }
              >
                {({ ConfirmExportForm }, state) => (
                  <ConfirmExportForm projectId={projectId} exportId={view.id} {...state} />
                )}
              </LazyDialog>
            ) : null}
            {view.state === 'SEALED' ? (
              <LazyDialog
                part={take}
                trigger={
                  <Button variant="primary" disabledReason={notReceiver}>
                    Download file
                  </Button>
                }
              >
                {({ TakeExportForm }, state) => <TakeExportForm projectId={projectId} exportId={view.id} {...state} />}
              </LazyDialog>
            ) : null}
          </>
        )
      }
    >
      <ExportFacts view={view} />
      <ConfirmDialog
        open={isStopping}
        onOpenChange={setStopping}
        title="Stop this export?"
        description="Nothing can be downloaded any more. A new export needs two operators again."
        confirmLabel="Stop export"
        mutation={stop}
        onConfirm={() => stop.mutate({ projectId, exportId: view.id })}
      />
    </Card>
  )
}
