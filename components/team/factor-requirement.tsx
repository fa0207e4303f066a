'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'

/** Whether every member needs a second factor, and how an owner changes it. */
export function FactorRequirement({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.team.getFactorRequirement.queryOptions({ projectId }))
  const { data: members } = useQuery(trpc.team.listMembers.queryOptions({ projectId }))
  const shortfall = useRoleShortfall(projectId, 'owner')
  const [isConfirming, setConfirming] = useState(false)
  const set = useServerMutation(trpc.team.setFactorRequirement, {
    onSuccess: async (_none, { isRequired }) => {
      await client.invalidateQueries(trpc.team.pathFilter())
      setConfirming(false)
      toast.success(isRequired ? 'Every member needs a second factor now' : 'Second factors are optional now')
    },
  })
  const withoutFactor = members?.items.filter(({ hasFactor }) => hasFactor === false).length ?? 0
  return (
    <Card
      title="Second factor"
      description="Members of your business confirm with an authenticator app or a passkey that it is them."
    >
      <QueryContent query={query} loading={<Skeleton className="h-10" />}>
        {({ isRequired }) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Badge tone={isRequired ? 'success' : 'neutral'}>{isRequired ? 'Required' : 'Optional'}</Badge>
            <Button disabledReason={shortfall} onClick={() => setConfirming(true)}>
              {isRequired ? 'Make it optional' : 'Require a second factor'}
            </Button>
            <ConfirmDialog
              open={isConfirming}
              onOpenChange={setConfirming}
              title={isRequired ? 'Make second factors optional?' : 'Require a second factor?'}
              description={
                isRequired
                  ? 'Members may remove theirs and sign in with a password alone. The other owners get an email.'
                  : `From their next request, members without one can only add one. ${withoutFactorText(withoutFactor)} API keys are not affected.`
              }
              confirmLabel={isRequired ? 'Make it optional' : 'Require it'}
              danger={isRequired}
              mutation={set}
              onConfirm={() => set.mutate({ projectId, isRequired: !isRequired })}
            />
          </div>
        )}
      </QueryContent>
    </Card>
  )
}

function withoutFactorText(withoutFactor: number): string {
  if (withoutFactor === 0) return 'Every member has one already.'
  return `${withoutFactor === 1 ? 'One member has' : `${withoutFactor} members have`} none yet and will get an email.`
}
