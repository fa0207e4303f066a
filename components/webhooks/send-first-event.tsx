'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { testDestinationUrl } from './test-destination-url'

/** Sends a test event to the portal's own destination by one press, and links to its delivery. */
export function SendFirstEvent({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { push } = useRouter()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const send = useServerMutation(trpc.webhooks.sendTestEvent, {
    onSuccess: ({ id }) => {
      void client.invalidateQueries(trpc.webhooks.pathFilter())
      push(paths.webhook(projectId, id))
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  return (
    <Button
      size="sm"
      pending={send.isPending || send.isSuccess}
      disabledReason={shortfall}
      onClick={() => send.mutate({ projectId, url: testDestinationUrl() })}
    >
      Send test event
    </Button>
  )
}
