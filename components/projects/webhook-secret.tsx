'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import { useRoleShortfall } from './use-role-shortfall'

/** The key that signs outcome webhooks of requests without their own secret. */
export function WebhookSecret({ projectId, version }: { projectId: string; version: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const rotate = useServerMutation(trpc.projects.rotateWebhookSecret, {
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries(trpc.projects.get.pathFilter())
    },
  })
  return (
    <Card
      title="Webhook secret"
      description={`Version ${version}. A secret is shown once, when it is created.`}
      actions={
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          trigger={<Button disabledReason={shortfall}>Rotate secret</Button>}
          danger={false}
          title="Rotate the webhook secret?"
          description="The new secret is shown once. Until the next rotation, deliveries also carry a signature made with the current secret, so that you can switch over."
          confirmLabel="Rotate secret"
          mutation={rotate}
          onConfirm={() => rotate.mutate({ projectId })}
        />
      }
    >
      <p className="text-muted-foreground">
        Deliveries follow the Standard Webhooks specification. Verify{' '}
        <code className="font-mono">webhook-signature</code> with this secret. A transfer with its own{' '}
        <code className="font-mono">webhookSecret</code> uses that secret instead.
      </p>
      <SecretDialog
        open={rotate.data !== undefined}
        title="New webhook secret"
        doneLabel="I have stored it"
        onDone={() => rotate.reset()}
      >
        {rotate.data ? (
          <SecretReveal label="Webhook secret" secret={rotate.data.secret}>
            It is stored encrypted and cannot be read again. If you lose it, rotate it.
          </SecretReveal>
        ) : null}
      </SecretDialog>
    </Card>
  )
}
