'use client'

import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'

type OneTimeLinkProps = {
  /** Null while there is none to show. */
  link: string | null
  title: string
  onDone: () => void
}

/** A one-time link that this installation cannot email: shown once, to be handed over. */
export function OneTimeLink({ link, title, onDone }: OneTimeLinkProps) {
  return (
    <SecretDialog
      open={link !== null}
      title={title}
      description="This installation sends no email. Hand the link over yourself, over a channel you trust."
      doneLabel="I have handed it over"
      onDone={onDone}
    >
      {link ? (
        <SecretReveal label="One-time link" secret={link}>
          It works once, and anyone who has it can use it. If it is lost, create a new one.
        </SecretReveal>
      ) : null}
    </SecretDialog>
  )
}
