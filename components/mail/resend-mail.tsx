'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { MailView } from '@/schemas/mail/contract'

/** Queues an email again. */
export function ResendMail({ mail }: { mail: MailView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const resend = useServerMutation(trpc.mail.resend, {
    again: true,
    onSuccess: () => toast.success('Email queued'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.mail.list.pathFilter()),
  })
  return (
    <Button
      icon={<Send aria-hidden />}
      size="sm"
      aria-label={`Send again: ${mail.subject}, to ${mail.to}`}
      pending={resend.isPending}
      disabledReason={shortfall}
      onClick={() => resend.mutate({ mailId: mail.id })}
    >
      Send again
    </Button>
  )
}
