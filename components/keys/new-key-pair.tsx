'use client'

import { firstCallCode } from '@/components/projects/first-call-code'
import { Alert } from '@/components/ui/alert'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyField } from '@/components/ui/copy-field'
import { SecretDialog } from '@/components/ui/secret-dialog'
import type { KeyPairView } from '@/schemas/keys/contract'
import { liveKeyHint } from './live-key-hint'

type NewKeyPairProps = {
  pair: KeyPairView | undefined
  /** With it, a first call is there to copy together with the live key. */
  baseUrl?: string
  onDone: () => void
}

/** The one showing of a new pair. */
export function NewKeyPair({ pair, baseUrl, onDone }: NewKeyPairProps) {
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
          <Alert tone="warning" title="Copy them now. They are not shown again.">
            Slipway stores only fingerprints of them. If you lose them, create new ones.
          </Alert>
          <Key label="Live key" value={pair.live.key} />
          <Key label="Test key" value={pair.test.key} />
          {baseUrl === undefined ? null : (
            <CodeBlock
              title="Your first call, with this live key"
              code={firstCallCode({ baseUrl, hint: liveKeyHint(pair.live), key: pair.live.key })}
            />
          )}
        </>
      ) : null}
    </SecretDialog>
  )
}

function Key({ label, value }: { label: string; value: string }) {
  return (
    <div className="space-y-1.5">
      <p className="font-medium text-[0.8125rem]">{label}</p>
      <CopyField value={value} label={label} />
    </div>
  )
}
