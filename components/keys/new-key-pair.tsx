'use client'

import { SecretDialog } from '@/components/ui/secret-dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import type { KeyPairView } from '@/schemas/keys/contract'

/** The one showing of a new pair. */
export function NewKeyPair({ pair, onDone }: { pair: KeyPairView | undefined; onDone: () => void }) {
  return (
    <SecretDialog
      open={pair !== undefined}
      size="lg"
      title="New API keys"
      description="Use the live key for API calls. The test key can only obtain access tokens, to check your setup."
      doneLabel="I have stored them"
      onDone={onDone}
    >
      {pair ? (
        <>
          <SecretReveal label="Live key" secret={pair.live.key} />
          <SecretReveal label="Test key" secret={pair.test.key} />
        </>
      ) : null}
    </SecretDialog>
  )
}
