'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SecretReveal } from '@/components/ui/secret-reveal'
import type { KeyPairView } from '@/server/keys/contract'

/** The one showing of a new pair; it cannot be clicked away by accident. */
export function NewKeyPair({ pair, onDone }: { pair: KeyPairView | undefined; onDone: () => void }) {
  return (
    <Dialog
      open={pair !== undefined}
      locked
      size="lg"
      title="New API keys"
      description="Business endpoints take the live key; the test key only proves that a client can obtain a token."
      footer={
        <Button variant="primary" onClick={onDone}>
          I have stored them
        </Button>
      }
    >
      {pair ? (
        <div className="space-y-5">
          <SecretReveal label="Live key" secret={pair.live.key} />
          <SecretReveal label="Test key" secret={pair.test.key} />
        </div>
      ) : null}
    </Dialog>
  )
}
