'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { PersonView } from '@/schemas/people/contract'

/** Resets the second factor of a person who lost their device; null while it is closed. */
export function ResetFactor({ person, onClose }: { person: PersonView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const name = person?.name ?? 'this person'
  const reset = useServerMutation(trpc.people.resetFactor, {
    onSuccess: ({ state }) => {
      onClose()
      toast.success(state === 'done' ? `The second factor of ${name} is reset` : 'A second operator has to agree now')
    },
  })
  return (
    <ConfirmDialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Reset the second factor of ${name}?`}
      description="For a lost phone. Make sure that they asked for it: their password alone signs them in afterwards. They are signed out everywhere, and get a mail. For operators and support a second operator has to agree."
      confirmLabel="Reset second factor"
      mutation={reset}
      onConfirm={() => person && reset.mutate({ personId: person.id })}
    />
  )
}
