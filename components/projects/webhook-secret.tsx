'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import { useRoleShortfall } from './use-role-shortfall'

/** The key outcome webhooks are signed with where a request brings none of its own. */
export function WebhookSecret({ projectId, version }: { projectId: string; version: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const rotate = useAct(trpc.projects.rotateWebhookSecret, {
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries(trpc.projects.get.pathFilter())
    },
  })
  return (
    <Card
      title="Webhook secret"
      description={`Version ${version}. It is shown once, when it is made.`}
      actions={
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          trigger={<Button disabledReason={shortfall}>Rotate secret</Button>}
          danger={false}
          title="Rotate the webhook secret?"
          description="A new secret is made and shown once. Until the next rotation, deliveries carry a second signature under the present secret, so that your receiver can change over."
          confirmLabel="Rotate secret"
          act={rotate}
          onConfirm={() => rotate.mutate({ projectId })}
        />
      }
    >
      <p className="text-muted-foreground">
        Deliveries follow the Standard Webhooks convention: verify <code className="font-mono">webhook-signature</code>{' '}
        with this secret. A transfer that brings its own <code className="font-mono">webhookSecret</code> is signed with
        that one instead.
      </p>
      <SecretDialog
        open={rotate.data !== undefined}
        title="New webhook secret"
        doneLabel="I have stored it"
        onDone={() => rotate.reset()}
      >
        {rotate.data ? (
          <SecretReveal label="Webhook secret" secret={rotate.data.secret}>
            It is kept encrypted and cannot be read again. A lost secret has to be rotated.
          </SecretReveal>
        ) : null}
      </SecretDialog>
    </Card>
  )
}
