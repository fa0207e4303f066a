'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { MessageView } from '@/schemas/webhooks/contract'

/** Requests another delivery of a message. The attempt is listed once the job made it. */
export function ResendMessage({ projectId, message }: { projectId: string; message: MessageView }) {
  const { id: messageId, withdrawnBecause } = message
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const resend = useServerMutation(trpc.webhooks.resend, {
    again: true,
    onSuccess: () => toast.success('Resending. The latest attempt will show the response'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.webhooks.pathFilter()),
  })
  return (
    <Button
      icon={<Send aria-hidden />}
      pending={resend.isPending}
      disabledReason={withdrawnBecause ? 'It was withdrawn' : shortfall}
      onClick={() => resend.mutate({ projectId, messageId })}
    >
      Resend
    </Button>
  )
}
