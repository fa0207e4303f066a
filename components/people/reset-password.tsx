'use client'

import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import type { PersonView } from '@/server/people/contract'

/** Asks first, then shows the new password once. Open while a person is given. */
export function ResetPassword({ person, onClose }: { person: PersonView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const reset = useMutation(trpc.people.resetPassword.mutationOptions())
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
        description="They are signed out everywhere at once. The new password is shown to you once; hand it over safely."
        confirmLabel="Reset password"
        pending={reset.isPending}
        error={reset.error?.message}
        onConfirm={() => person && reset.mutate({ personId: person.id })}
      />
      <Dialog
        open={reset.data !== undefined}
        locked
        title={`New password of ${person?.name ?? 'this person'}`}
        footer={
          <Button variant="primary" onClick={close}>
            I have stored it
          </Button>
        }
      >
        {reset.data ? (
          <SecretReveal label="Password" secret={reset.data.password}>
            Only a hash of it is kept; they can change it after signing in.
          </SecretReveal>
        ) : null}
      </Dialog>
    </>
  )
}
