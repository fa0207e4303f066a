'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { TextLink } from '@/components/layout/text-link'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'

/** Whether the public status page can be opened, and how an operator changes it. */
export function StatusPageSetting() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.status.getSetting.queryOptions())
  const shortfall = usePlatformShortfall()
  const [isConfirming, setConfirming] = useState(false)
  // The text of the dialog does not change while it closes after the change.
  const [isPublishing, setPublishing] = useState(true)
  const set = useServerMutation(trpc.status.setPublic, {
    onSuccess: async (_none, { isPublic }) => {
      await client.invalidateQueries(trpc.status.pathFilter())
      setConfirming(false)
      toast.success(isPublic ? 'Status page published' : 'Status page withdrawn')
    },
  })
  return (
    <Card
      title="Public status page"
      description="Shows without sign-in how the API, webhooks, chains and payment providers work, from alarms that concern customers."
    >
      <QueryContent query={query} loading={<Skeleton className="h-10" />}>
        {({ isPublic, url }) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div className="flex flex-wrap items-center gap-3">
              <Badge tone={isPublic ? 'success' : 'neutral'}>{isPublic ? 'Public' : 'Off'}</Badge>
              {isPublic ? <TextLink href={url}>{url}</TextLink> : null}
            </div>
            <Button
              disabledReason={shortfall}
              onClick={() => {
                setPublishing(!isPublic)
                setConfirming(true)
              }}
            >
              {isPublic ? 'Withdraw status page' : 'Publish status page'}
            </Button>
            <ConfirmDialog
              open={isConfirming}
              onOpenChange={setConfirming}
              title={isPublishing ? 'Publish the status page?' : 'Withdraw the status page?'}
              description={
                isPublishing
                  ? `Anyone can then open ${url}. It shows the names of your chains and payment providers and their incidents of the last 90 days, and nothing about customers.`
                  : `${url} is no longer found. Nothing else changes.`
              }
              confirmLabel={isPublishing ? 'Publish status page' : 'Withdraw status page'}
              danger={!isPublishing}
              mutation={set}
              onConfirm={() => set.mutate({ isPublic: isPublishing })}
            />
          </div>
        )}
      </QueryContent>
    </Card>
  )
}
