'use client'

import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import type { PersonView } from '@/server/people/contract'

/** Asks first, then shows the new password once. Open while a person is given. */
export function ResetPassword({ person, onClose }: { person: PersonView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const reset = useAct(trpc.people.resetPassword)
  function close() {
    onClose()
    reset.reset()
  }
  return (
    <>
      <ConfirmDialog
        open={person !== null && reset.data === undefined}
        onOpenChange={(open) => !open && close()}
        title={`Reset the password of ${person?.name ?? 'this person'}?`}
        description="They are signed out everywhere immediately. The new password is shown to you once. Share it securely."
        confirmLabel="Reset password"
        act={reset}
        onConfirm={() => person && reset.mutate({ personId: person.id })}
      />
      <SecretDialog
        open={reset.data !== undefined}
        title={`New password of ${person?.name ?? 'this person'}`}
        doneLabel="I have stored it"
        onDone={close}
      >
        {reset.data ? (
          <SecretReveal label="Password" secret={reset.data.password}>
            We store only a hash of it. They can change it after signing in.
          </SecretReveal>
        ) : null}
      </SecretDialog>
    </>
  )
}
