import type { ReactNode } from 'react'
import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'

type SigningSecretProps = {
  created: { signingSecret: string } | undefined
  onDone: () => void
  /** Describes how deliveries are signed with the secret. */
  scheme: ReactNode
  /** Describes how a destination verifies the signature. */
  children: ReactNode
}

/** The key of a destination's deliveries, which is shown only once. */
export function SigningSecret({ created, onDone, scheme, children }: SigningSecretProps) {
  return (
    <SecretDialog
      open={created !== undefined}
      title="Signing secret"
      doneLabel="I have stored it"
      onDone={onDone}
      size="lg"
    >
      {created ? (
        <div className="space-y-4">
          <SecretReveal label="Signing secret" secret={created.signingSecret}>
            {scheme} It is stored encrypted and cannot be read again. If you lose it, rotate it.
          </SecretReveal>
          {children}
        </div>
      ) : null}
    </SecretDialog>
  )
}
