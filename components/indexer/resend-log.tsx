'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

/** Requests that an event is sent again; the attempt gets its own log. */
export function ResendLog({ projectId, logId }: { projectId: string; logId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.history.read' })
  const resend = useServerMutation(trpc.indexer.resendLog, {
    again: true,
    onSuccess: () => toast.success('Resending. A new log will show the response'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.indexer.listLogs.pathFilter()),
  })
  return (
    <Button
      icon={<Send aria-hidden />}
      pending={resend.isPending}
      disabledReason={shortfall}
      onClick={() => resend.mutate({ projectId, logId })}
    >
      Resend
    </Button>
  )
}
