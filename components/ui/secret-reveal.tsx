import type { ReactNode } from 'react'
import { Alert } from './alert'
import { CopyField } from './copy-field'

type SecretRevealProps = { label: string; secret: string; children?: ReactNode }

/** Shows a secret once. Render it from the result of the mutation, never from stored state. */
export function SecretReveal({ label, secret, children }: SecretRevealProps) {
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <p className="font-medium text-[0.8125rem]">{label}</p>
        <CopyField value={secret} label={label} />
      </div>
      <Alert tone="warning" title="Copy it now. It is not shown again.">
        {children ?? 'Slipway stores only a fingerprint of it. If you lose it, create a new one.'}
      </Alert>
    </div>
  )
}
